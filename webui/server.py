"""Serving the application: waitress, which runs wherever Python does."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import socket
import sys
import threading
from typing import Any

from flask import Flask

from companion.errors import UserError
from webui.app import open_streams
from webui.guard import MAX_FRAME_BYTES, answer_loopback_only, answer_to_network
from webui.streams import LIMIT

HOST = "127.0.0.1"
PORT = 8000
THREADS = LIMIT + 8  # streams hold theirs for good; the rest is for everything short
BUFFER_BYTES = 256 * 1024  # more would let a slow phone watch the past


class Server:
    """A server that is listening. `url` is where a browser on this machine finds it.

    >>> server = Server(app, port=0)  # doctest: +SKIP
    >>> server.start()  # doctest: +SKIP
    """

    def __init__(self, app: Flask, host: str = HOST, port: int = PORT) -> None:
        """Listen on `host` and `port` (0: any that is free). Raises UserError if that cannot be."""
        from webui.crowd import CrowdedServer

        self.socket = _listening_socket(host, port)
        self.host, self.port = host, int(self.socket.getsockname()[1])
        self.url = f"http://{_url_host(host)}:{self.port}"
        if is_loopback(host):
            answer_loopback_only(app)
        else:
            answer_to_network(app)
        self._streams = open_streams(app)
        self._channels: dict[int, Any] = {}
        self._waitress = CrowdedServer(
            app,
            self._channels,
            self.socket,
            threads=THREADS,
            ident="tableref",
            channel_request_lookahead=1,  # with it, streams notice that the other side is gone
            outbuf_high_watermark=BUFFER_BYTES,
            max_request_body_size=2 * MAX_FRAME_BYTES,
            clear_untrusted_proxy_headers=True,
        )
        self._thread = threading.Thread(target=self._waitress.run, name="web server", daemon=True)

    def start(self) -> None:
        """Serve in a thread of its own."""
        self._thread.start()

    def wait(self) -> None:
        """Return when the server is closed, or with KeyboardInterrupt."""
        while self._thread.is_alive():
            self._thread.join(0.5)  # without a limit, Windows would not let Ctrl-C through

    def close(self) -> None:
        """End all streams, close the port, and return when that is done."""
        from waitress import wasyncore

        self._streams.closing.set()
        if self._thread.is_alive():
            self._waitress.task_dispatcher.shutdown(timeout=3)
            # The server may close its trigger by itself in between: then there is nothing left to close.
            with contextlib.suppress(OSError):
                self._waitress.trigger.pull_trigger(lambda: wasyncore.close_all(self._channels))
            self._thread.join(3)
        else:
            wasyncore.close_all(self._channels)


def serve(app: Flask, host: str = HOST, port: int = PORT) -> None:
    """Serve `app` until Ctrl-C. Raises UserError if the port cannot be had."""
    server = Server(app, host, port)
    if not is_loopback(host):
        print(exposure_warning(host, server.port), file=sys.stderr)
    server.start()
    try:
        server.wait()
    except KeyboardInterrupt:
        pass
    finally:
        server.close()


def exposure_warning(host: str, port: int) -> str:
    """Return the line that tells what it means to listen on more than this machine."""
    return (
        f"warning: everyone on this network can watch the camera and press the buttons at {host}:{port};"
        " leave --host away to keep it on this machine"
    )


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach `host`."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _url_host(host: str) -> str:
    """Return the name under which a browser on this machine reaches a server on `host`."""
    bare = host.strip("[]")
    if bare in ("", "0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{bare}]" if ":" in bare else bare


def _listening_socket(host: str, port: int) -> socket.socket:
    bare = host.strip("[]")
    family = socket.AF_INET6 if ":" in bare else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "nt":
            # There, SO_REUSEADDR would let two programs share a port.
            listening.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", -5), 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((bare, port))
        listening.listen()
    except (OSError, OverflowError) as error:
        listening.close()
        raise _why_not(error, host, port) from error
    return listening


def _why_not(error: Exception, host: str, port: int) -> UserError:
    number = getattr(error, "errno", None)
    if isinstance(error, OverflowError):
        return UserError(
            "no_port", "port {port} does not exist: use --port N with N from 1024 to 65535", port=port
        )
    if number == errno.EADDRINUSE:
        return UserError(
            "port_taken",
            "port {port} is taken: another program uses it; use --port N with another N",
            port=port,
        )
    if number == errno.EACCES:
        return UserError(
            "port_not_allowed",
            "port {port} is not allowed to you: use --port N with N from 1024 to 65535",
            port=port,
        )
    return UserError(
        "no_host",
        "host {host} is not one of this machine's: use --host 127.0.0.1, or 0.0.0.0 for the whole network",
        host=host,
    )
