"""Watching a table on which narrow strips lie before players and in the middle."""
