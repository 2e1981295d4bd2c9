"""Cheroot for the phone's door: who says nothing keeps nobody waiting.

Cheroot shakes hands where it takes connections in, and reads requests in a few threads: three silent connections
would shut everyone out. Here each connection that has something to say, or should, is read in a thread of its own.
There are few, and where there are too many, the one that has been at it for longest is hung up on.
"""

from __future__ import annotations

import logging
import socket
import ssl
import sys
import threading
from contextlib import suppress
from typing import Any

from cheroot.ssl.builtin import BuiltinSSLAdapter
from cheroot.wsgi import Server

log = logging.getLogger("webui.tls")

MOST = 40  # connections that are read


class LaterHandshake(BuiltinSSLAdapter):
    """Leaves the handshake to the connection's own thread."""

    def wrap(self, sock: socket.socket) -> tuple[ssl.SSLSocket, dict[str, str]]:
        """The socket, and what the application is told of it."""
        wrapped = self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        return wrapped, {"wsgi.url_scheme": "https", "HTTPS": "on"}


class Door(Server):
    """A server that reads each connection in a thread of its own, until its request is answered."""

    def __init__(self, place: tuple[str, int], app: Any, idle_s: int) -> None:
        """Listen on `place`, once `prepare` is called; who says nothing for `idle_s` is hung up on."""
        # Cheroot's own threads have nothing to do.
        super().__init__(
            place, app, numthreads=1, server_name="tableref", timeout=idle_s, request_queue_size=MOST
        )
        self._read: dict[Any, None] = {}  # the connections that are read, the oldest first
        self._changing = threading.Lock()

    def process_conn(self, conn: Any) -> None:
        """Read a connection that is new, or has more to say."""
        with self._changing:
            self._read[conn] = None
            if len(self._read) > MOST:
                _hang_up(next(iter(self._read)))
        threading.Thread(target=self._answer, args=(conn,), name="phone's request", daemon=True).start()

    def _answer(self, conn: Any) -> None:
        """Answer one request; the next one is waited for without a thread."""
        stays = False
        try:
            conn.socket.do_handshake()  # does nothing where it is done
            stays = conn.communicate()
        except OSError as error:
            self.error_log(f"the connection from {conn.remote_addr} broke off: {error}")
        finally:
            with self._changing:
                del self._read[conn]
            if stays:
                self.put_conn(conn)
            else:
                with suppress(OSError):
                    conn.close()

    def stop(self) -> None:
        """Hang up on everyone, and close the port."""
        with self._changing:
            for conn in self._read:
                _hang_up(conn)
        super().stop()

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        """Tell the program's log what goes wrong; that a browser mistrusts us is but a note there."""
        if isinstance(sys.exc_info()[1], OSError):
            level, traceback = logging.INFO, False  # a phone that sleeps or goes is nothing wrong
        log.log(level, msg, exc_info=traceback)


def _hang_up(conn: Any) -> None:
    """Whoever reads the connection finds that it has ended."""
    with suppress(OSError):
        socket.socket.shutdown(conn.socket, socket.SHUT_RDWR)
