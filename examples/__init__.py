"""Games that stand outside the package: what `docs/adding-a-game.md` leads to."""
