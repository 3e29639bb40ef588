"""REST: one route for each operation of the table."""

import asyncio
import re
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from dilem import errors
from dilem.contract import Reply, Request
from dilem.engine.grid import LANGUAGES
from dilem.operations import Card, Input, Operation, Parameter, UseCases, perform
from dilem.ports import Token
from dilem.surfaces import strictjson
from dilem.surfaces.decoding import validated
from dilem.surfaces.negotiation import declares_body, is_json
from dilem.surfaces.routing import Route
from dilem.surfaces.visit import Gone, Visit, visit_of

_BEARER = re.compile(r"bearer +([A-Za-z0-9._~+/-]{1,512}=*)", re.IGNORECASE)

Outcome = TypeVar("Outcome")


def rest_routes(operations: Iterable[Operation], use_cases: UseCases) -> list[Route]:
    """Give each operation its route."""
    return [
        Route(
            path=operation.path,
            methods=frozenset({operation.method}),
            app=Endpoint(operation, use_cases),
            name=operation.name,
            check_headers=_media_check(operation),
        )
        for operation in operations
    ]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Decodes a request, has one operation performed, encodes its reply."""

    operation: Operation
    use_cases: UseCases

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one call.

        Raises:
            DilemError: to be worded by the guard in the request's own language.
            Gone: the caller left, and its calculation was cancelled.
        """
        visit = visit_of(scope)
        body: bytes = (await receive())["body"]
        try:
            reply = await self._reply(scope, receive, visit, body)
        except errors.DilemError:
            visit.language = _own_language(body) or visit.language
            raise
        await _response(reply)(scope, receive, send)

    async def _reply(self, scope: Scope, receive: Receive, visit: Visit, body: bytes) -> Reply | Card:
        operation = self.operation

        def decode() -> Input:
            decoded = Input(
                _parameters(operation, visit.headers, scope["path_params"]), _body(operation, body)
            )
            visit.language = getattr(decoded.body, "language", visit.language)
            return decoded

        work = perform(
            self.use_cases,
            operation,
            token=_token(visit.headers),
            address=visit.address,
            decode=decode,
        )
        if operation.kind == "calculation":
            return await _unless_gone(work, receive)
        return await work


def _media_check(operation: Operation) -> Callable[[Headers], None] | None:
    if operation.method == "GET":
        return None

    def check(headers: Headers) -> None:
        if operation.body is None and not declares_body(headers):
            return
        types = headers.getlist("content-type")
        if "content-encoding" in headers:
            _refuse_media(operation, "Content-Encoding")
        if len(types) != 1 or not is_json(types[0]):
            _refuse_media(operation, "Content-Type")

    return check


def _refuse_media(operation: Operation, header: str) -> None:
    if errors.UnsupportedMediaType in operation.problems:
        raise errors.UnsupportedMediaType
    raise errors.InvalidRequest(field=header)


def _token(headers: Headers) -> Token | None:
    values = headers.getlist("authorization")
    if not values:
        return None
    match = _BEARER.fullmatch(values[0])
    # A header that holds no token, or two of them, is refused: silence would make a new identity.
    if match is None or len(values) > 1:
        raise errors.SessionInvalid
    return Token(match[1])


def _parameters(operation: Operation, headers: Headers, path_params: dict[str, str]) -> dict[str, str]:
    return {
        parameter.name: value
        for parameter in operation.parameters
        if (value := _parameter(parameter, headers, path_params)) is not None
    }


def _parameter(parameter: Parameter, headers: Headers, path_params: dict[str, str]) -> str | None:
    if parameter.place == "path":
        values = [path_params[parameter.wire_name]]
    else:
        values = headers.getlist(parameter.wire_name)
    if not values and not parameter.required:
        return None
    if len(values) != 1 or re.fullmatch(parameter.pattern, values[0]) is None:
        raise errors.InvalidRequest(field=parameter.wire_name)
    return values[0]


def _body(operation: Operation, body: bytes) -> Request | None:
    if operation.body is not None:
        return validated(operation.body, strictjson.decode(body))
    if operation.method == "POST" and body:
        # Some clients always send one; it has to be JSON, and says nothing.
        strictjson.decode(body)
    return None


def _own_language(body: bytes) -> str | None:
    try:
        value = strictjson.decode(body)
    except errors.InvalidRequest:
        return None
    language = value.get("language") if isinstance(value, dict) else None
    return language if isinstance(language, str) and language in LANGUAGES else None


def _response(reply: Reply | Card) -> Response:
    if isinstance(reply, Card):
        disposition = f'attachment; filename="{reply.filename}"'
        return Response(reply.png, media_type="image/png", headers={"Content-Disposition": disposition})
    return Response(reply.model_dump_json(), media_type="application/json")


async def _unless_gone(work: Coroutine[Any, Any, Outcome], receive: Receive) -> Outcome:
    task = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_disconnected(receive))
    try:
        await asyncio.wait({task, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Gone
        return task.result()
    finally:
        leaving.cancel()
        task.cancel()
        # Whatever was claimed for the call is given back before we go.
        await asyncio.gather(task, leaving, return_exceptions=True)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
