"""Bytes on a socket: one answer for each request, in its turn, and none for what is no request."""

import json
import re
import select
import socket
import statistics
import time

import pytest

from surfaces.calling import Caller, exchange
from surfaces.running import CANARY, Service

OK_BODY = b'{"text":"ask","language":"en"}'


class Bytes:
    """Builds requests for a service, by hand."""

    def __init__(self, caller: Caller) -> None:
        self.host = f"Host: {caller.service.host}\r\n".encode()
        self.token = f"Authorization: Bearer {caller.token}\r\n".encode()
        self.usage = b"GET /api/v1/usage HTTP/1.1\r\n" + self.host + self.token
        self.get = self.usage + b"\r\n"

    def decide(self, body: bytes = OK_BODY, *, extra: bytes = b"", length: int | None = None) -> bytes:
        """A decide request; `length` is what it claims."""
        size = f"Content-Length: {len(body) if length is None else length}\r\n".encode()
        return self.chunked(b"", extra + size)[: -len(b"\r\n")] + b"\r\n" + body

    def chunked(self, chunks: bytes, extra: bytes = b"Transfer-Encoding: chunked\r\n") -> bytes:
        """A decide request with a body of chunks."""
        head = b"POST /api/v1/decide HTTP/1.1\r\n" + self.host + self.token
        return (
            head + b"X-Dilem-Case-ID: wire\r\nContent-Type: application/json\r\n" + extra + b"\r\n" + chunks
        )


@pytest.fixture(scope="module")
def raw(ana: Caller) -> Bytes:
    return Bytes(ana)


def chunks(*parts: bytes) -> bytes:
    return b"".join(f"{len(part):x}\r\n".encode() + part + b"\r\n" for part in parts) + b"0\r\n\r\n"


# What comes back for each of these is one 400 and the end of the connection. $P and $U stand for
# the first line and the host of a session and a usage request, $G for a whole one of usage.
UNREADABLE = {
    "length and chunks together": b"$PContent-Length: 4\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/v1/usage HTTP/1.1\r\n$H$A\r\n",
    "chunks and length together": b"$PTransfer-Encoding: chunked\r\n"
    b"Content-Length: 4\r\n\r\n0\r\n\r\nGET /api/v1/usage HTTP/1.1\r\n$H$A\r\n",
    "two lengths": b"$PContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde",
    "one length twice": b"$PContent-Length: 0\r\nContent-Length: 0\r\n\r\n$G",
    "a length with a sign": b"$PContent-Length: +4\r\n\r\nabcd",
    "a length in hexadecimal": b"$PContent-Length: 0x4\r\n\r\nabcd",
    "a negative length": b"$PContent-Length: -1\r\n\r\n",
    "a length list": b"$PContent-Length: 4, 4\r\n\r\nabcd",
    "an unknown transfer coding": b"$PTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n$G",
    "a list of transfer codings": b"$PTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n$G",
    "chunked twice": b"$PTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n$G",
    "identity coding": b"$PTransfer-Encoding: identity\r\n\r\n$G",
    "white space before the colon": b"$PContent-Length : 4\r\n\r\nabcd$G",
    "white space before a name": b"GET /api/v1/usage HTTP/1.1\r\n $H\r\n",
    "bare line feeds": b"GET /api/v1/usage HTTP/1.1\nHost: 127.0.0.1\n\n$G",
    "one bare line feed": b"$UX: y\n\r\n$G",
    "a bare carriage return": b"$UX: a\rY: b\r\n\r\n$G",
    "a folded header": b"$UX: a\r\n b\r\n\r\n$G",
    "a NUL in a header": b"$UX: a\0b\r\n\r\n$G",
    "no host": b"GET /api/v1/usage HTTP/1.1\r\n\r\n$G",
    "two hosts": b"$U$H\r\n$G",
    "no version": b"GET /api/v1/usage\r\n\r\n",
    "a version to come": b"GET /api/v1/usage HTTP/1.2\r\n$H\r\n$G",
    "version two": b"GET /api/v1/usage HTTP/2.0\r\n$H\r\n",
    "the preface of version two": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "an unknown method": b"BREW /api/v1/usage HTTP/1.1\r\n$H\r\n$G",
    "a method in small letters": b"get /api/v1/usage HTTP/1.1\r\n$H\r\n$G",
    "a tunnel": b"CONNECT 127.0.0.1:1 HTTP/1.1\r\n$H\r\n",
    "a space in the target": b"GET /api/v1/us age HTTP/1.1\r\n$H\r\n$G",
    "a target that is not ASCII": b"GET /api/v1/\xff HTTP/1.1\r\n$H\r\n$G",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "a broken chunk size": b"$PTransfer-Encoding: chunked\r\n"
    b"Content-Type: application/json\r\n\r\nzz\r\n{}\r\n0\r\n\r\n$G",
    "a chunk longer than it says": b"$PTransfer-Encoding: chunked\r\n"
    b"Content-Type: application/json\r\n\r\n2\r\n{}XX\r\n0\r\n\r\n$G",
    "a huge chunk size": b"$PTransfer-Encoding: chunked\r\n"
    b"Content-Type: application/json\r\n\r\nFFFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n$G",
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_no_request_gets_one_answer_and_the_end(name: str, raw: Bytes, service: Service) -> None:
    data = UNREADABLE[name]
    for mark, value in {
        b"$P": b"POST /api/v1/session HTTP/1.1\r\n$H",
        b"$U": b"GET /api/v1/usage HTTP/1.1\r\n$H",
        b"$G": raw.get,
        b"$H": raw.host,
        b"$A": raw.token,
    }.items():
        data = data.replace(mark, value)

    statuses, received, closed = exchange(service, data)

    assert (statuses, closed) == ([400], True)
    head, _, body = received.partition(b"\r\n\r\n")
    assert json.loads(body)["code"] == "bad_request"
    assert b"x-content-type-options: nosniff" in head


@pytest.mark.parametrize(
    ("target", "host", "status"),
    [
        (b"/api/v1/usage", b"$S", 200),
        (b"/api/v1/%75sage", b"$S", 200),
        (b"/api/v1/usage?session=x&a=b", b"$S", 200),
        (b"http://$S/api/v1/usage", b"evil.example", 200),
        (b"http://evil.example/api/v1/usage", b"$S", 403),
        (b"http://me:pw@$S/api/v1/usage", b"evil.example", 200),
        (b"//api/v1/usage", b"$S", 404),
        (b"/api//v1/usage", b"$S", 404),
        (b"/api/v1/usage/", b"$S", 404),
        (b"/api/v1/../v1/usage", b"$S", 404),
        (b"/api/v1/%2e%2e/v1/usage", b"$S", 404),
        (b"/api%2Fv1/usage%2F", b"$S", 404),
        (b"/api/v1/usage;x", b"$S", 404),
        (b"/api/v1/usage%00", b"$S", 404),
        (b"/API/v1/usage", b"$S", 404),
        (b"/api/v1", b"$S", 404),
        (b"/api/v1/feedback/", b"$S", 404),
        (b"/" + CANARY.encode(), b"$S", 404),
        (b"/api/v1/usage", b"evil.example", 403),
        (b"/nothing", b"evil.example", 404),
    ],
)
def test_a_target_is_taken_as_it_is_written(
    target: bytes, host: bytes, status: int, raw: Bytes, service: Service
) -> None:
    own = service.host.encode()
    head = b"GET " + target.replace(b"$S", own) + b" HTTP/1.1\r\nHost: " + host.replace(b"$S", own) + b"\r\n"

    statuses, received, _ = exchange(service, head + raw.token + b"Connection: close\r\n\r\n")

    assert statuses == [status]
    assert b"location:" not in received.lower()
    assert CANARY.encode() not in received


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "PATCH", "POST"])
def test_another_method_is_refused_with_the_right_one(method: str, ana: Caller) -> None:
    response = ana.send(method, "/api/v1/usage", body=b"" if method == "POST" else None)

    assert (response.status, response.headers["allow"]) == (405, "GET")
    assert method == "HEAD" or response.code == "method_not_allowed"


def test_requests_of_one_connection_are_answered_in_turn(raw: Bytes, service: Service) -> None:
    statuses, received, closed = exchange(service, raw.get + raw.decide() + raw.get)

    assert (statuses, closed) == ([200, 200, 200], False)
    assert received.index(b'"day"') < received.index(b'"clarification"') < received.rindex(b'"day"')


@pytest.mark.parametrize(
    "junk", [b"JUNK\r\n\r\n", b"\0\0\0\0", b"POST /x HTTP/1.1\r\nContent-Length: x\r\n\r\n"]
)
def test_junk_after_requests_ends_the_connection_behind_their_answers(
    junk: bytes, raw: Bytes, service: Service
) -> None:
    assert exchange(service, raw.get + junk)[::2] == ([200], True)
    assert exchange(service, raw.get + raw.get + junk)[::2] == ([200, 200], True)


def test_a_body_in_chunks_is_read_with_their_extensions_and_without_their_trailers(
    raw: Bytes, service: Service
) -> None:
    body = b"7;name=value\r\n" + OK_BODY[:7] + b"\r\n" + chunks(OK_BODY[7:])
    trailed = chunks(OK_BODY)[:-2] + b"X-Dilem-Case-ID: other\r\nCookie: a=b\r\n\r\n"

    assert exchange(service, raw.chunked(body))[0] == [200]
    assert exchange(service, raw.chunked(trailed))[0] == [200]


def test_credentials_in_trailers_are_none(raw: Bytes, service: Service) -> None:
    head = b"GET /api/v1/usage HTTP/1.1\r\n" + raw.host + b"Transfer-Encoding: chunked\r\n\r\n0\r\n"

    statuses, received, _ = exchange(service, head + raw.token + b"\r\n")

    assert statuses == [403]
    assert b"session_required" in received


def test_an_offer_of_another_protocol_is_not_taken(raw: Bytes, service: Service) -> None:
    offer = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n"
    socket_offer = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eA==\r\n"

    assert exchange(service, raw.decide(extra=offer) + raw.get)[0] == [200, 200]
    assert exchange(service, raw.chunked(chunks(OK_BODY), offer + b"Transfer-Encoding: chunked\r\n"))[0] == [
        200
    ]
    assert exchange(service, raw.usage + socket_offer + b"\r\n" + raw.get)[0] == [200, 200]


def test_an_offer_of_another_protocol_may_have_its_body_later(raw: Bytes, service: Service) -> None:
    offer = b"Connection: Upgrade\r\nUpgrade: h2c\r\n"
    request = raw.decide(extra=offer)
    with socket.create_connection(("127.0.0.1", service.port), timeout=5) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for piece in (request[: -len(OK_BODY)], OK_BODY[:5], OK_BODY[5:]):
            connection.sendall(piece)

        assert connection.recv(65_536).startswith(b"HTTP/1.1 200 ")


def test_continue_is_said_to_a_request_that_will_be_read_only(raw: Bytes, service: Service) -> None:
    expecting = b"Expect: 100-continue\r\n"

    assert exchange(service, raw.decide(extra=expecting))[0] == [100, 200]
    wrong = raw.decide(extra=expecting).replace(b"/api/v1/decide", b"/api/v1/decode").replace(OK_BODY, b"")
    assert exchange(service, wrong)[0] == [404]


def test_version_1_0_is_served_without_a_host_and_ends(raw: Bytes, service: Service) -> None:
    request = b"GET /api/v1/usage HTTP/1.0\r\n" + raw.token + b"\r\n"

    assert exchange(service, request + raw.get)[::2] == ([200], True)


def test_a_body_longer_than_its_length_is_the_next_request(raw: Bytes, service: Service) -> None:
    statuses, _, closed = exchange(service, raw.decide(OK_BODY + b"}", length=len(OK_BODY)))

    assert (statuses, closed) == ([200], True)


@pytest.mark.parametrize("size", [300_001, 1_000_000, 3_000_000])
def test_a_body_too_large_is_refused_and_the_refusal_arrives(size: int, raw: Bytes, service: Service) -> None:
    by_length = raw.decide(b" " * size)
    by_chunks = raw.chunked(chunks(*[b" " * 50_000] * (size // 50_000 + 1)))

    for request in (by_length, by_chunks):
        statuses, received, closed = exchange(service, request)
        assert (statuses, closed) == ([413], True)
        assert b"body_too_large" in received


@pytest.mark.parametrize("size", [299_999, 300_000])
def test_a_body_up_to_the_limit_is_read(size: int, raw: Bytes, service: Service) -> None:
    body = OK_BODY + b" " * (size - len(OK_BODY))

    assert exchange(service, raw.decide(body))[0] == [200]
    assert exchange(service, raw.chunked(chunks(body[:7], body[7:])))[0] == [200]


@pytest.mark.parametrize("size", [17_000, 60_000, 200_000])
def test_headers_too_large_are_refused(size: int, raw: Bytes, service: Service) -> None:
    one = raw.usage + b"X-Any: " + b"a" * size + b"\r\n\r\n"
    many = raw.usage + b"".join(b"X-Any: %d\r\n" % number for number in range(size // 10)) + b"\r\n"
    target = raw.usage.replace(b"/usage", b"/usage?" + b"a" * size) + b"\r\n"

    for request in (one, many, target):
        statuses, received, closed = exchange(service, request + raw.get)
        assert (statuses, closed) == ([431], True)
        assert b"headers_too_large" in received


def test_headers_below_the_limit_are_read(raw: Bytes, service: Service) -> None:
    assert exchange(service, raw.usage + b"X-Any: " + b"a" * 15_500 + b"\r\n\r\n")[0] == [200]


def test_slow_and_silent_connections_end_while_others_are_served(ana: Caller, raw: Bytes) -> None:
    """All at once, since each takes ten seconds: nothing, half a head, half a body, half a next head."""
    kinds = {
        b"": [],
        raw.usage: [408],
        raw.decide()[:-5]: [408],
        raw.chunked(b"5\r\n{"): [408],
        raw.get + raw.usage: [200, 408],
    }
    began = time.monotonic()
    waiting = [
        (connected(ana.service, data), statuses) for data, statuses in kinds.items() for _ in range(40)
    ]

    seconds = []
    for _ in range(100):
        called = time.monotonic()
        assert ana.call("get_usage").status == 200
        seconds.append(time.monotonic() - called)
    assert statistics.median(seconds) < 0.05
    silent = [connection for connection, statuses in waiting if statuses[:1] != [200]]
    connection_that_ended, _, _ = select.select(silent, [], [], max(0, began + 9.5 - time.monotonic()))
    assert connection_that_ended == []
    for connection, statuses in waiting:
        with connection:
            received = b""
            while chunk := connection.recv(65_536):
                received += chunk
            assert [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", received)] == statuses
    assert time.monotonic() - began < 11.5


def connected(service: Service, data: bytes) -> socket.socket:
    """Open a connection and send these bytes on it."""
    connection = socket.create_connection(("127.0.0.1", service.port), timeout=20)
    connection.sendall(data)
    return connection
