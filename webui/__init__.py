"""The Flask page and its API. Knows neither pictures nor rules."""
