"""Printable sheets in true millimetres: boards, cards, stones, tiles, and the pattern for measuring a lens.

Lengths are millimetres on the paper, places (x, y) from the page's upper left corner, y downwards. A module a
game; each draws into `calibration.sheets.page.Sheets` and knows nothing of how a game is played.
"""
