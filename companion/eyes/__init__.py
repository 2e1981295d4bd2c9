"""Watching a camera: frames in, what a table at rest shows out."""
