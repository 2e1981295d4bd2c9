"""Tables of Four Colour Cards: their strips, drawn by lot, with truth."""
