"""A table of Punto in one picture: the cards with points that lie face up, and the grid that they make."""
