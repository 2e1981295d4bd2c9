"""A real browser for the tests and the pictures: the system's, or else playwright's own."""

from __future__ import annotations

import shutil

from playwright.sync_api import Browser, Playwright

SYSTEM_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FAKE_CAMERA = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")


def launched(playwright: Playwright, *arguments: str) -> Browser:
    """Start the system's browser, or else playwright's own, with a camera that is made up."""
    found = next(filter(None, map(shutil.which, SYSTEM_BROWSERS)), None)
    return playwright.chromium.launch(executable_path=found, args=[*FAKE_CAMERA, *arguments])
