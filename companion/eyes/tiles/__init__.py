"""Watching a table of tiles."""
