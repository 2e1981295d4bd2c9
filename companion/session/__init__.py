"""A game under way: what is told, faults, what people command."""
