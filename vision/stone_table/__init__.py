"""Reading a board of coloured fields: its stones and towers, the cards round it, and what changed since."""
