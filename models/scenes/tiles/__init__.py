"""Tables of One Two Three … Four: described, sampled by seed, drawn by the quick renderer, with their truth."""
