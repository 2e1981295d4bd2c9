"""Scenes of Punto: black cards with coloured pips that make their own grid on a table."""
