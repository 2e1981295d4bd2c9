"""Readings of tables of Punto held against their truth."""
