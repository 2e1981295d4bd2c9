"""The name under which everything is installed: in a wheel the rooms lie in here, see `tools/one_package.py`."""
