"""Pictures and films of tables of tiles, held against their truth."""
