"""What the networks that read a table of Just 4 Fun Colours are shown, and what they are taught."""
