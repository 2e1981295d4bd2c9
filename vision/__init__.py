"""From camera frames to Readings: sources, finding and following the board, settling, stones and cards."""
