"""A client that believes nothing: it holds every response against the contract as it comes in."""

import json
import re
import socket
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any

from jsonschema_rs import Draft202012Validator

from dilem.errors import ProviderError
from dilem.operations import OPERATIONS, Card, Operation
from dilem.surfaces.openapi import openapi
from dilem.surfaces.problems import STATUSES
from dilem.surfaces.strictjson import decode
from surfaces.running import CANARY, Service

BY_NAME = {operation.name: operation for operation in OPERATIONS}
DOCUMENT = openapi(OPERATIONS, "/")
STATUS_BY_CODE = {error.code: status for error, status in STATUSES.items()} | {"internal_error": 500}
RETRYABLE = {error.code: error.retryable for error in STATUSES} | {"internal_error": False}
ON_200 = {error.code for error in STATUSES if issubclass(error, ProviderError)}
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")

# The shape of an id that no result has.
RESULT_ID = "0123456789abcdef0123456789abcdef"

Headers = list[tuple[str, str]]


@dataclass(frozen=True)
class Response:
    """One response. `json` is what its body says, None where there is none."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The decoded body."""
        return decode(self.body) if self.body else None

    @property
    def code(self) -> str | None:
        """The code of an error, None for anything else."""
        value = self.json if self.headers.get("content-type") == "application/json" else None
        return value.get("code") if isinstance(value, dict) else None


@dataclass(frozen=True)
class Caller:
    """Calls a service, with or without a session."""

    service: Service
    token: str | None = None

    def send(
        self, method: str, path: str, *, headers: Headers | None = None, body: bytes | None = None
    ) -> Response:
        """Send a request as it is, and hold the response against what every response promises."""
        connection = HTTPConnection("127.0.0.1", self.service.port, timeout=30)
        try:
            connection.putrequest(method, path, skip_accept_encoding=True)
            for name, value in headers or []:
                connection.putheader(name, value.encode("utf-8"))
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            answer = connection.getresponse()
            names = {name.lower(): value for name, value in answer.getheaders()}
            response = Response(answer.status, names, answer.read())
        finally:
            connection.close()
        check_response(response, operation_at(method, path))
        return response

    def call(
        self,
        name: str,
        body: object = None,
        *,
        case_id: str | None = None,
        result_id: str | None = None,
        headers: Headers | None = None,
        raw: bytes | None = None,
    ) -> Response:
        """Call an operation as a program would; `headers` are added."""
        operation = BY_NAME[name]
        lines: Headers = []
        if self.token is not None:
            lines.append(("Authorization", f"Bearer {self.token}"))
        if case_id is not None:
            lines.append(("X-Dilem-Case-ID", case_id))
        content = raw if raw is not None else None if body is None else json.dumps(body).encode()
        if content is not None:
            lines.append(("Content-Type", "application/json"))
        path = operation.path.replace("{result_id}", result_id or "")
        return self.send(operation.method, path, headers=lines + (headers or []), body=content)

    def decide(self, text: str, case_id: str, **fields: object) -> Response:
        """Take one decision turn in English."""
        return self.call("decide", {"text": text, "language": "en", **fields}, case_id=case_id)

    def opened(self) -> "Caller":
        """The same caller with a new session."""
        return Caller(self.service, self.call("start_session").json["session"])

    def credits_used(self) -> int:
        """Read how many credits of the day are used."""
        used: int = self.call("get_usage").json["dilemmas"]["used"]
        return used


def exchange(service: Service, data: bytes, *, patience_s: float = 5.0) -> tuple[list[int], bytes, bool]:
    """Send bytes on a socket of their own; return statuses, everything received, whether it was closed."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=patience_s) as connection:
        received, closed = b"", False
        try:
            connection.sendall(data)
            while chunk := connection.recv(65_536):
                received += chunk
                # A second answer, if there is one, is there at once.
                connection.settimeout(0.15)
            closed = True
        except TimeoutError:
            pass
        except ConnectionResetError:
            closed = True
    statuses = [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", received)]
    return statuses, received, closed


def operation_at(method: str, path: str) -> Operation | None:
    """Find the operation that a request addresses, if any."""
    for operation in OPERATIONS:
        pattern = operation.path.replace("{result_id}", "[^/]+")
        if method == operation.method and re.fullmatch(pattern, path.partition("?")[0]):
            return operation
    return None


def check_response(response: Response, operation: Operation | None) -> None:
    """Hold a response against what the contract says of all of them, and of its operation's."""
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "no-referrer"
    assert re.fullmatch(r"[0-9a-f]{16}", response.headers["x-request-id"])
    assert "server" not in response.headers
    assert "location" not in response.headers
    assert "set-cookie" not in response.headers
    assert CANARY.encode() not in response.body or response.status == 200
    if response.status >= 400 and response.body:
        check_error(response)
    if operation is not None:
        assert response.headers["cache-control"] == "no-store"
        assert response.headers["vary"] == "Origin"
        allowed = {200, 400, 431, *operation.statuses}
        # A bug is no answer of the contract; the tests that provoke one say so by their text.
        assert response.status in allowed or response.code == "internal_error", response
        if response.status == 200:
            check_reply(response, operation)


def check_error(response: Response) -> None:
    """Hold an error against the one shape that errors have."""
    error = response.json
    assert response.headers["content-type"] == "application/json"
    assert {"type", "code", "message", "retryable"} <= set(error) <= {
        "type", "code", "message", "retryable", "resets_at",
    }  # fmt: skip
    assert error["type"] == "error"
    assert STATUS_BY_CODE[error["code"]] == response.status
    assert error["retryable"] is RETRYABLE[error["code"]]
    assert len(error["message"]) > 20
    if "resets_at" in error:
        assert response.status == 429
        assert INSTANT.fullmatch(error["resets_at"])
        assert int(response.headers["retry-after"]) >= 1


def check_reply(response: Response, operation: Operation) -> None:
    """Hold a reply against its schema in the published document."""
    if operation.reply is Card:
        assert response.headers["content-type"] == "image/png"
        return
    row = DOCUMENT["paths"][operation.path][operation.method.lower()]
    schema = row["responses"]["200"]["content"]["application/json"]["schema"]
    Draft202012Validator({**schema, "components": DOCUMENT["components"]}).validate(response.json)
    if response.code is not None:
        assert response.code in ON_200
