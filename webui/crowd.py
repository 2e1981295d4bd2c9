"""Many connections at once, most of which may say nothing: who owes a request for longest gives way.

Waitress stops taking connections at its limit, and idle ones hold their places for minutes: some hundred silent ones
would shut everyone out. Here a new one is always taken in.
"""

from __future__ import annotations

import time
from typing import Any

from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer

MOST = 200
OWED_S = 30.0  # a picture may come slowly; a browser that is done begins anew later
_NEVER_REACHED = 10 * MOST


class Channel(HTTPChannel):
    """A connection that knows since when it owes a request, the first or the next one."""

    def __init__(self, *args: Any, **options: Any) -> None:
        """As waitress makes it."""
        self.owes_since = time.time()
        super().__init__(*args, **options)

    @property
    def owes(self) -> bool:
        """Whether nothing is being answered on it."""
        return not self.requests and not self.will_close

    def service(self) -> None:
        """Answer a request."""
        super().service()
        self.owes_since = time.time()


class CrowdedServer(TcpWSGIServer):
    """Waitress, for a place where anyone may come and stay silent."""

    channel_class = Channel

    def __init__(
        self, application: Any, channels: dict[int, Any], listening: Any, **adjustments: Any
    ) -> None:
        """Serve on the socket that is `listening`; its connections are kept in `channels`."""
        place = (listening.family, listening.type, listening.proto, listening.getsockname())
        super().__init__(
            application,
            channels,
            _sock=listening,
            sockinfo=place,
            bind_socket=False,
            connection_limit=_NEVER_REACHED,
            cleanup_interval=1,
            asyncore_use_poll=True,  # select knows no more than 1024 files
            **adjustments,
        )

    def handle_accept(self) -> None:
        """Take a connection in, for another one where there are too many."""
        super().handle_accept()
        silent = [channel for channel in self.active_channels.values() if channel.owes]
        if len(self.active_channels) > MOST and silent:
            min(silent, key=lambda channel: channel.owes_since).will_close = True

    def maintenance(self, now: float) -> None:
        """Close what owes a request for too long, at once or letter by letter."""
        for channel in self.active_channels.values():
            if channel.owes and channel.owes_since < now - OWED_S:
                channel.will_close = True
