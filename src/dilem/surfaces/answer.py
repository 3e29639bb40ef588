"""What goes out: the headers that every response has, and an end that does not lose it."""

import asyncio
import contextlib
from collections.abc import Mapping

from starlette.types import Message, Receive, Scope, Send

from dilem.surfaces.origins import Premises
from dilem.surfaces.visit import Visit

API = "/api/v1/"
# How long, and how much, we listen on after a refusal: a connection that is closed while bytes are
# under way is reset, and the refusal is lost with it.
LINGER_S = 2.0
LINGER_BYTES = 4_000_000

SAFE_HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
}
PREFLIGHT_HEADERS: Mapping[str, str] = {
    "Access-Control-Allow-Headers": (
        "Authorization, Content-Type, Accept-Language, X-Dilem-Case-ID, MCP-Protocol-Version, Mcp-Method, "
        "Mcp-Name, Mcp-Session-Id, Last-Event-ID"
    ),
    "Access-Control-Max-Age": "600",
}
EXPOSED_HEADERS = "X-Request-ID, Retry-After, Content-Disposition, MCP-Protocol-Version, Mcp-Session-Id"


def safe_headers(scope: Scope, visit: Visit, premises: Premises) -> dict[str, str]:
    """List the headers that the response to a request has, whatever it is."""
    headers = {"X-Request-ID": visit.request_id, **SAFE_HEADERS}
    if scope["path"].startswith(API):
        headers["Vary"] = "Origin"
        origin = visit.headers.get("origin")
        if origin in premises.allowed_origins:
            headers["Access-Control-Allow-Origin"] = origin
            headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
    return headers


class Answer:
    """What goes out: notes the status and adds the headers that every response has."""

    def __init__(self, send: Send, visit: Visit, extra: Mapping[str, str]) -> None:
        self._send = send
        self._visit = visit
        self._extra = extra

    async def send(self, message: Message) -> None:
        """Pass an ASGI message on."""
        if message["type"] == "http.response.start":
            self._visit.status = message["status"]
            headers = list(message.get("headers", []))
            present = {name.lower() for name, _ in headers}
            headers += [
                (name.lower().encode(), value.encode())
                for name, value in self._extra.items()
                if name.lower().encode() not in present
            ]
            message = {**message, "headers": headers}
        await self._send(message)

    async def send_whole(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        """Send a whole response."""
        await self._start(status, headers, body)
        await self.send({"type": "http.response.body", "body": body})

    async def send_and_linger(
        self, status: int, headers: Mapping[str, str], body: bytes, receive: Receive
    ) -> None:
        """Send a whole response, then let what the caller still sends run out for a while."""
        await self._start(status, headers, body)
        await self.send({"type": "http.response.body", "body": body, "more_body": True})
        left = LINGER_BYTES
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LINGER_S):
                while left > 0:
                    message = await receive()
                    left -= len(message.get("body", b""))
                    if message["type"] == "http.disconnect" or not message.get("more_body", False):
                        break
        await self.send({"type": "http.response.body", "body": b""})

    async def _start(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        lines = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        if status != 204:
            lines.append((b"content-length", str(len(body)).encode()))
        await self.send({"type": "http.response.start", "status": status, "headers": lines})
