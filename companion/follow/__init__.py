"""From what is seen to what was done."""
