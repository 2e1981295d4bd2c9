"""The lens, where the camera stands, and the colours and measures of one set."""
