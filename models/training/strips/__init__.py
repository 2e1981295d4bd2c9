"""The networks that read strips: what they are shown, and their shapes."""
