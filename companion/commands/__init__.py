"""The commands of `tableref`: a module each, imported only when called, with a click command `command`."""
