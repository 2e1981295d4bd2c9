"""Printed sheets as pictures, so that what is on the paper can be measured."""

from __future__ import annotations

import cv2
import numpy as np
import pypdfium2

PX_PER_MM = 4


def pages(sheets, px_per_mm=PX_PER_MM):
    """Each page as (H, W, 3) RGB."""
    document = pypdfium2.PdfDocument(sheets.pdf())
    try:
        scale = px_per_mm * 25.4 / 72
        return [
            page.render(scale=scale, no_smoothtext=True).to_numpy()[..., 2::-1].copy() for page in document
        ]
    finally:
        document.close()


def texts(sheets):
    """What is written on each page."""
    document = pypdfium2.PdfDocument(sheets.pdf())
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()


def spots(picture, rgb, least_mm2=3.0, px_per_mm=PX_PER_MM):
    """The patches of a colour: (x, y, width, height, area) in mm each."""
    near = cv2.inRange(picture, *(np.clip(np.add(rgb, off), 0, 255) for off in (-6, 6)))
    _, _, stats, _ = cv2.connectedComponentsWithStats(near)
    scale = [px_per_mm] * 4 + [px_per_mm**2]
    return [row / scale for row in stats[1:] if row[4] / px_per_mm**2 >= least_mm2]
