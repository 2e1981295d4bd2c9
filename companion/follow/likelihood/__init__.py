"""What a look tells of each field, card, tile or strip, as named features: how well it fits a table."""
