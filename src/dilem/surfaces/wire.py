"""HTTP/1.1 on the wire: uvicorn's httptools protocol, with the answers and the limits it lacks.

What cannot be read as a request is answered with the contract's error object, once, in its turn;
heads have a size and a time; trailers never become headers; and a connection that offers another
protocol is simply served in this one.
"""

import asyncio
import logging
from typing import Any

import httptools
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from dilem.contract import MAX_BODY_BYTES
from dilem.errors import (
    BadRequest,
    BodyTooLarge,
    DilemError,
    HeadersTooLarge,
    RequestTimeout,
    ServiceUnavailable,
)
from dilem.surfaces.answer import SAFE_HEADERS
from dilem.surfaces.problems import STATUSES, http_bytes

# Above what the guard refuses in its turn: here nothing more is read.
MAX_HEAD_BYTES = 65_536
# A body of the greatest size in chunks of one byte each, and some more.
MAX_MESSAGE_BYTES = MAX_HEAD_BYTES + 8 * MAX_BODY_BYTES + 4_000_000
HEAD_TIMEOUT_S = 10.0
MAX_CONNECTIONS = 4_000

log = logging.getLogger(__name__)


class WireProtocol(HttpToolsProtocol):
    """One connection."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._running: RequestResponseCycle | None = None
        self._head_timer: asyncio.TimerHandle | None = None
        # Between the first byte of a head and its last; between that and the end of the body.
        self._in_head = False
        self._in_body = False
        self._replaying = False
        self._deaf = False
        # Bytes since the last whole request.
        self._unfinished = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        """Begin to listen, unless there are too many of us."""
        super().connection_made(transport)
        if len(self.connections) > MAX_CONNECTIONS:
            self._refuse(ServiceUnavailable())
            return
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_head_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, or refuse what cannot be read."""
        if self._deaf:
            return
        self._unset_keepalive_if_required()
        self._unfinished += len(data)
        try:
            self._feed(data)
        except httptools.HttpParserError:
            self._refuse(BadRequest())
            return
        if self._unfinished > MAX_MESSAGE_BYTES:
            self._refuse(BodyTooLarge())
        elif self._in_head and self._unfinished > MAX_HEAD_BYTES:
            self._refuse(HeadersTooLarge())
        elif self._in_head or self._is_idle():
            self._expect_head()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header; what comes after the body is none."""
        if self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Begin a request."""
        if self._replaying:
            return
        self._stop_head_timer()
        self._in_head, self._in_body = False, True
        self._name_host_of_absolute_target()
        super().on_headers_complete()

    def on_message_begin(self) -> None:
        """Begin a head."""
        if not self._replaying:
            self._in_head = True
            super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Take a piece of the target."""
        if not self._replaying:
            super().on_url(url)

    def on_message_complete(self) -> None:
        """End a request; one whose body was skipped for another protocol's sake has not ended yet."""
        if self.parser.should_upgrade() and self._framing():
            return
        self._in_body = False
        self._unfinished = 0
        super().on_message_complete()

    def _feed(self, data: bytes) -> None:
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade as upgrade:
            # Clients offer HTTP/2 with any request, one with a body too, and the parser stops there.
            # We do not take the offer: a fresh parser reads on as if it had not been made.
            rest = data[upgrade.args[0] :]
            framing = self._framing()
            self.parser = httptools.HttpRequestParser(self)
            if framing:
                self._replaying = True
                self.parser.feed_data(b"POST / HTTP/1.1\r\n" + framing + b"\r\n")
                self._replaying = False
            if rest:
                self._feed(rest)

    def _framing(self) -> bytes:
        lines = [
            name + b": " + value + b"\r\n"
            for name, value in self.headers
            if name in {b"content-length", b"transfer-encoding"} and value.strip() != b"0"
        ]
        return b"".join(lines)

    def _name_host_of_absolute_target(self) -> None:
        if self.url.startswith(b"/"):
            return
        target = httptools.parse_url(self.url)
        if target.host:
            # The host in the target counts, whatever the header says.
            port = b"" if target.port is None else b":%d" % target.port
            self.headers[:] = [item for item in self.headers if item[0] != b"host"]
            self.headers.append((b"host", target.host + port))

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _refuse(self, error: DilemError) -> None:
        self._deaf = True
        self._stop_head_timer()
        running = self._running
        if self.transport.is_closing():
            return
        if running is None or running.response_complete or self._is_what_we_wait_for(running):
            log.info("refused", extra={"status": STATUSES[type(error)], "code": error.code})
            headers = [(name.lower().encode(), value.encode()) for name, value in SAFE_HEADERS.items()]
            self.transport.write(http_bytes(error, self.server_state.default_headers + headers))
            self.transport.close()
            return
        # Requests before this one still wait for their answers; the connection ends with the last.
        if self.pipeline and self.cycle.more_body:
            self.pipeline.popleft()
        last = self.pipeline[0][0] if self.pipeline else running
        last.keep_alive = False

    def _is_what_we_wait_for(self, cycle: RequestResponseCycle) -> bool:
        return cycle is self.cycle and cycle.more_body and not cycle.response_started

    def _is_idle(self) -> bool:
        return not self._in_body and (self._running is None or self._running.response_complete)

    def _expect_head(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(HEAD_TIMEOUT_S, self._give_up_head)

    def _give_up_head(self) -> None:
        self._head_timer = None
        if self._in_head:
            self._refuse(RequestTimeout())
        elif not self.transport.is_closing():
            self.transport.close()

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
