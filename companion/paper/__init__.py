"""Result sheets, and what a photographed table scores."""
