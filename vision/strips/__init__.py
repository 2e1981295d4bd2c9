"""Strips of Four Colour Cards in one picture: where each lies, what it is, and which lie together."""
