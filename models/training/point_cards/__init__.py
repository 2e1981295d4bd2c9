"""The networks that see cards with points: what they are shown, and what they should say."""
