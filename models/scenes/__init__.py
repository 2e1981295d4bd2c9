"""Labelled pictures of tables: a scene is sampled, rendered (path-traced or quickly), and its truth computed."""
