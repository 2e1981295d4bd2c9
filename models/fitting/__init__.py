"""Fitting the weights by which acts are told from what is seen."""
