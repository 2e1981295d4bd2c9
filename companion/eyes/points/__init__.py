"""Watching a table on which cards make their own grid."""
