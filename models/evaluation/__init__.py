"""Readings held against the truth: counted, broken down, tabled, and the worst of them shown."""
