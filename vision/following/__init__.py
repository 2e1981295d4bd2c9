"""Following a board or a picture from frame to frame: motion, knocks, arms, focus, and when the table is at rest."""
