"""How well strips are read in labelled pictures."""
