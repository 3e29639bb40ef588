"""What holds for every request, whatever answers it: the one door of the service.

The order of the checks is a promise: unparsable, wrong address or method, headers too large, host
and origin, cookies, media type, size and deadline of the body; only then does a route begin. Every
refusal has the contract's error object, and what happens inside never shows.
"""

import asyncio
import logging
import re
import secrets
import time
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from dilem import errors
from dilem.contract import MAX_BODY_BYTES
from dilem.errors import DilemError
from dilem.ports import Clock
from dilem.surfaces.answer import API, PREFLIGHT_HEADERS, Answer, safe_headers
from dilem.surfaces.negotiation import declares_body, preferred_language
from dilem.surfaces.origins import Premises
from dilem.surfaces.problems import problem_of
from dilem.surfaces.routing import Route, Routes
from dilem.surfaces.visit import Gone, Visit

MAX_HEADER_BYTES = 16_384
BODY_TIMEOUT_S = 10.0
# After these, nothing that follows on the connection is taken for a request.
LAST = (errors.BadRequest, errors.HeadersTooLarge, errors.BodyTooLarge)

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Readiness:
    """Whether new calls are taken, and how many are under way."""

    draining: bool = False
    running: int = 0


class Guard:
    """An ASGI application around the table of routes."""

    def __init__(self, routes: Routes, premises: Premises, readiness: Readiness, clock: Clock) -> None:
        self._routes = routes
        self._premises = premises
        self._readiness = readiness
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, whatever it is."""
        began = time.perf_counter()
        visit = self._welcome(scope)
        answer = Answer(send, visit, safe_headers(scope, visit, self._premises))
        self._readiness.running += 1
        try:
            await self._pass(scope, receive, answer, visit)
        except Gone:
            visit.code = "gone"
        except Exception as error:
            if not isinstance(error, DilemError):
                log.exception("bug", extra={"request_id": visit.request_id, "operation": visit.operation})
            if visit.status is not None:
                # Half an answer is out: only an ended connection can tell that it is no answer.
                raise
            await self._refuse(error, receive, answer, visit)
        finally:
            self._readiness.running -= 1
            _tell(visit, scope["method"], time.perf_counter() - began)

    def _welcome(self, scope: Scope) -> Visit:
        # One of our servers keeps white space after a value, which no field may have.
        scope["headers"] = [(name, value.strip(b" \t")) for name, value in scope["headers"]]
        headers = Headers(scope=scope)
        peer = scope["client"][0] if scope.get("client") else None
        scope["scheme"] = self._premises.scheme(peer, headers, scope["scheme"])
        visit = Visit(
            request_id=secrets.token_hex(8),
            address=self._premises.client(peer, headers),
            headers=headers,
            language=preferred_language(headers.get("accept-language", "")),
        )
        scope["dilem.visit"] = visit
        return visit

    async def _pass(self, scope: Scope, receive: Receive, answer: Answer, visit: Visit) -> None:
        _check_http(scope, visit.headers)
        route = self._find_route(scope, visit)
        _check_header_size(scope, visit.headers)
        self._check_host_and_origin(scope, visit.headers)
        if route is None:
            await self._allow_origin(scope, answer)
            return
        if scope["path"].startswith(API):
            if "cookie" in visit.headers:
                raise errors.CookiesForbidden
            if self._readiness.draining:
                raise errors.ServiceUnavailable
        if route.check_headers is not None:
            route.check_headers(visit.headers)
        body = await _read_body(receive, visit)
        await route.app(scope, _replay(body, receive), answer.send)

    def _find_route(self, scope: Scope, visit: Visit) -> Route | None:
        if _is_preflight(scope, visit.headers):
            self._routes.methods(scope["path"])
            return None
        route, scope["path_params"] = self._routes.match(scope["method"], scope["path"])
        visit.operation = route.name
        return route

    def _check_host_and_origin(self, scope: Scope, headers: Headers) -> None:
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        # Without a name no web page can be behind it: only HTTP/1.0 may leave the Host away.
        if hosts and not self._premises.serves_host(hosts[0]):
            raise errors.OriginRejected
        if not origins or not scope["path"].startswith(API):
            return
        host = hosts[0] if hosts else ""
        if len(origins) > 1 or not self._premises.admits_origin(
            origins[0], scheme=scope["scheme"], host=host
        ):
            raise errors.OriginRejected

    async def _allow_origin(self, scope: Scope, answer: Answer) -> None:
        methods = ", ".join(self._routes.methods(scope["path"]))
        headers = {"Access-Control-Allow-Methods": methods, **PREFLIGHT_HEADERS}
        await answer.send_whole(204, headers, b"")

    async def _refuse(self, error: Exception, receive: Receive, answer: Answer, visit: Visit) -> None:
        problem = problem_of(error, visit.language, self._clock())
        visit.code = problem.reply.code
        headers = {"Content-Type": "application/json", **problem.headers}
        unread = visit.body_pending and declares_body(visit.headers)
        if unread or self._readiness.draining or isinstance(error, LAST):
            headers["Connection"] = "close"
        if unread and not isinstance(error, errors.RequestTimeout):
            await answer.send_and_linger(problem.status, headers, problem.body, receive)
        else:
            await answer.send_whole(problem.status, headers, problem.body)


def _check_http(scope: Scope, headers: Headers) -> None:
    # What no two parsers read alike is no request: the next one on the line might see another.
    hosts, lengths = headers.getlist("host"), headers.getlist("content-length")
    codings = headers.getlist("transfer-encoding")
    well_formed = (
        scope["http_version"] in {"1.0", "1.1"}
        and len(hosts) <= 1
        and (hosts or scope["http_version"] == "1.0")
        and len(lengths) + len(codings) <= 1
        and all(re.fullmatch("[0-9]{1,18}", length) for length in lengths)
        and all(coding.lower() == "chunked" for coding in codings)
    )
    if not well_formed:
        raise errors.BadRequest


def _check_header_size(scope: Scope, headers: Headers) -> None:
    size = len(scope.get("raw_path") or b"") + len(scope["query_string"])
    size += sum(len(name) + len(value) + 4 for name, value in headers.raw)
    if size > MAX_HEADER_BYTES:
        raise errors.HeadersTooLarge


def _is_preflight(scope: Scope, headers: Headers) -> bool:
    return (
        scope["method"] == "OPTIONS"
        and scope["path"].startswith(API)
        and "origin" in headers
        and "access-control-request-method" in headers
    )


async def _read_body(receive: Receive, visit: Visit) -> bytes:
    if int(visit.headers.get("content-length", "0")) > MAX_BODY_BYTES:
        raise errors.BodyTooLarge
    chunks: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(BODY_TIMEOUT_S):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Gone
                visit.body_pending = message.get("more_body", False)
                chunks.append(message.get("body", b""))
                size += len(chunks[-1])
                if size > MAX_BODY_BYTES:
                    raise errors.BodyTooLarge
                if not visit.body_pending:
                    return b"".join(chunks)
    except TimeoutError as error:
        raise errors.RequestTimeout from error


def _replay(body: bytes, receive: Receive) -> Receive:
    replayed = False

    async def again() -> Message:
        nonlocal replayed
        if replayed:
            return await receive()
        replayed = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _tell(visit: Visit, method: str, seconds: float) -> None:
    log.info(
        "answered",
        extra={
            "request_id": visit.request_id,
            "operation": visit.operation,
            "method": method,
            "status": visit.status,
            "code": visit.code,
            "language": visit.language,
            "duration_ms": round(seconds * 1000, 1),
        },
    )
