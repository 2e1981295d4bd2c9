"""`python -m tableref`, and what the command `tableref` calls."""

from companion.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    main(prog_name="tableref")
