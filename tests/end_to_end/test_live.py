"""The program as people start it: a camera elsewhere, a kill in the middle, a page in a real browser."""

from __future__ import annotations

import http.server
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from companion.commands.demo import RECORDING

WAIT_S = 60
pytestmark = pytest.mark.timed  # cameras do not wait for who is busy elsewhere


class Camera(http.server.BaseHTTPRequestHandler):
    """Serves the recording as a camera that sends MJPEG over HTTP, at its own speed."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        film = cv2.VideoCapture(str(RECORDING))
        pause = 1 / film.get(cv2.CAP_PROP_FPS)
        try:
            while True:
                ok, bgr = film.read()
                if not ok:
                    break
                jpeg = cv2.imencode(".jpg", bgr)[1].tobytes()
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                self.wfile.write(head.encode() + jpeg + b"\r\n")
                time.sleep(pause)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def camera_url() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Camera)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/video"
    server.shutdown()
    server.server_close()


@pytest.fixture
def players() -> str:
    return ",".join(json.loads(RECORDING.with_suffix(".json").read_text())["players"])


class Program:
    """`tableref` in a process of its own, and its page."""

    def __init__(self, home: Path, *args: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion.cli", *args, "--no-browser", "--port", "0"],
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "TABLEREF_HOME": str(home)},
        )
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if found := re.search(r"http://\S+", line):
                self.url = found.group()
                return
        raise AssertionError("the program ended before it served a page")

    def state(self) -> dict:
        with urllib.request.urlopen(f"{self.url}/api/state", timeout=5) as answer:
            return json.load(answer)

    def wait_for_acts(self, count: int) -> dict:
        deadline = time.monotonic() + WAIT_S
        while time.monotonic() < deadline:
            state = self.state()
            if len(state["acts"]) >= count:
                return state
            time.sleep(0.3)
        raise AssertionError(f"no {count} acts within {WAIT_S} s: {self.state()['phase']}")

    def end(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(timeout=20)
        if self.process.stderr:
            self.process.stderr.close()


def first_act() -> dict:
    truth = json.loads(RECORDING.with_suffix(".json").read_text())
    return next(act for act in truth["acts"] if not act["verdict"])


def test_a_camera_over_http_is_watched(tmp_path, camera_url, players):
    program = Program(tmp_path, "live", "--camera", camera_url, "--players", players)
    try:
        state = program.wait_for_acts(1)
        with urllib.request.urlopen(f"{program.url}/api/pictures/1/after.jpg", timeout=5) as answer:
            seen = answer.read()
    finally:
        program.end()
    due = first_act()
    assert state["acts"][0]["legal"] is True
    assert state["acts"][0]["act"]["player"] == due["player"]
    assert state["acts"][0]["act"]["cards"] == due["cards"]
    assert state["acts"][0]["pictures"] == 1
    assert seen.startswith(b"\xff\xd8")


def test_a_killed_program_goes_on_where_it_was(tmp_path, players):
    program = Program(tmp_path, "live", "--camera", str(RECORDING), "--players", players)
    acts = program.wait_for_acts(1)["acts"]
    program.end(signal.SIGKILL)
    again = Program(tmp_path, "live", "--camera", str(RECORDING), "--players", players)
    try:
        state = again.state()
    finally:
        again.end()
    assert [told["act"] for told in state["acts"]][: len(acts)] == [told["act"] for told in acts]


def test_a_taken_port_is_one_clear_line(tmp_path, players):
    program = Program(tmp_path, "demo")
    try:
        port = program.url.rpartition(":")[2]
        second = subprocess.run(
            [sys.executable, "-m", "companion.cli", "demo", "--no-browser", "--port", port],
            capture_output=True,
            text=True,
            timeout=WAIT_S,
            env={**os.environ, "TABLEREF_HOME": str(tmp_path)},
            check=False,
        )
    finally:
        program.end()
    assert second.returncode == 1
    assert port in second.stderr
    assert len(second.stderr.strip().splitlines()) == 1


def test_the_demo_shows_its_first_verdict_in_a_browser(tmp_path):
    from playwright.sync_api import expect, sync_playwright

    program = Program(tmp_path, "demo")
    try:
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(program.url)
            verdict = page.locator("#verdict")
            expect(verdict).to_contain_text(
                re.compile("legal|card|tower|stone", re.IGNORECASE), timeout=WAIT_S * 1000
            )
            browser.close()
    finally:
        program.end()
