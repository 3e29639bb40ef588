"""Documents that describe the service, and the two addresses that say whether it lives."""

import json
from collections.abc import Awaitable, Callable, Iterable

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from dilem.operations import Operation
from dilem.surfaces.openapi import openapi
from dilem.surfaces.routing import Route

READ = frozenset({"GET", "HEAD"})


def document_routes(operations: Iterable[Operation], server_url: str) -> list[Route]:
    """Serve the documents; `server_url` is where callers find the service."""
    document = json.dumps(openapi(operations, server_url), ensure_ascii=False).encode()
    return [Route("/openapi.json", READ, _fixed(document, "application/json", "public, max-age=300"))]


def health_routes(check_ready: Callable[[], Awaitable[None]]) -> list[Route]:
    """Serve `/healthz`, which answers while the process does, and `/readyz`.

    `check_ready` raises ServiceUnavailable where no call would be answered.
    """
    return [
        Route("/healthz", READ, _fixed(b'{"status":"alive"}', "application/json")),
        Route("/readyz", READ, _ready(check_ready)),
    ]


def _fixed(content: bytes, media_type: str, cache_control: str = "no-store") -> ASGIApp:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        headers = {"Cache-Control": cache_control}
        await Response(content, media_type=media_type, headers=headers)(scope, receive, send)

    return app


def _ready(check_ready: Callable[[], Awaitable[None]]) -> ASGIApp:
    ready = _fixed(b'{"status":"ready"}', "application/json")

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await check_ready()
        await ready(scope, receive, send)

    return app
