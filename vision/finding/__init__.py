"""Finding a board that nothing is known of: where its fields lie, and where its lines cross."""
