"""Serving over TLS: cheroot, since waitress knows none. Runs wherever Python does."""

from __future__ import annotations

import contextlib
import os
import socket
import threading

from flask import Flask

from companion.errors import UserError
from webui.certificates import Certificates
from webui.guard import MAX_FRAME_BYTES

IDLE_S = 20  # a phone that sleeps must not hold a connection for ever


class TlsServer:
    """An application served over TLS in threads of its own."""

    def __init__(self, app: Flask, host: str, port: int, certificates: Certificates) -> None:
        """Listen on `host` and `port`, or on any free one where that is taken. Raises UserError."""
        from webui.door import Door, LaterHandshake

        place = host, port if _is_free(host, port) else 0
        self._server = Door(place, app, IDLE_S)
        self._server.max_request_body_size = 2 * MAX_FRAME_BYTES
        self._server.ssl_adapter = LaterHandshake(
            str(certificates.leaf), str(certificates.key), str(certificates.authority)
        )
        try:
            self._server.prepare()
        except OSError as error:
            raise UserError(
                "no_phone_port",
                "no port for the phone on {host}: {why}",
                host=host,
                why=error.strerror or error,
            ) from error
        self.port = int(self._server.bind_addr[1])
        self._thread = threading.Thread(target=self._serve, name="phone's door", daemon=True)

    def start(self) -> None:
        """Serve in a thread of its own."""
        self._thread.start()

    def close(self) -> None:
        """Close the port, and return when that is done."""
        self._server.stop()
        if self._thread.is_alive():
            self._thread.join(3)

    def _serve(self) -> None:
        # Closing while it waits for a connection may end the wait with an error.
        with contextlib.suppress(OSError):
            self._server.serve()


def _is_free(host: str, port: int) -> bool:
    """Whether a server could listen there now."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trying:
        if os.name != "nt":  # there, it would let two programs share a port
            trying.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trying.bind((host, port))
        except OSError:
            return False
    return True
