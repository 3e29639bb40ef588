"""Every status that the contract declares for an operation, produced; what cannot occur, said."""

import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dilem.operations import OPERATIONS
from surfaces.calling import BY_NAME, RESULT_ID, Caller, Response, exchange
from surfaces.running import Service, running

# The contract lists 409 for every operation; only these two have something to conflict with.
CONFLICTS = {"decide": "case_completed", "send_user_feedback": "request_conflict"}
CANNOT_OCCUR = {(operation.name, 409) for operation in OPERATIONS if operation.name not in CONFLICTS}
DECLARED = [
    (operation.name, status)
    for operation in OPERATIONS
    for status in operation.statuses
    if (operation.name, status) not in CANNOT_OCCUR
]
# The painter of cards is the one part that is not there in every installation.
SUCCEEDS = [operation.name for operation in OPERATIONS if operation.name != "export_result_card"]


def ordinary(caller: Caller, name: str, *, case_id: str = "ordinary", result_id: str = RESULT_ID) -> Response:
    """Call an operation with nothing wrong."""
    body = dict(BY_NAME[name].request_example) or None
    if name == "set_result_feedback" and body is not None:
        body["result_id"] = result_id
    return caller.call(name, body, case_id=case_id if name == "decide" else None, result_id=result_id)


def raw_head(service: Service, name: str, *lines: str) -> bytes:
    """Write the head of a request for an operation, with a host and these lines."""
    operation = BY_NAME[name]
    path = operation.path.replace("{result_id}", RESULT_ID)
    head = [f"{operation.method} {path} HTTP/1.1", f"Host: {service.host}", *lines, "", ""]
    return "\r\n".join(head).encode()


def wrong_body(caller: Caller, name: str) -> Response:
    """Send an operation what its contract does not take."""
    match name:
        case "start_session":
            return caller.call(name, raw=b"{")
        case "get_usage":
            return caller.call(name, case_id="not a case id")
        case "get_result_feedback":
            return caller.call(name, result_id="not-hex")
        case _:
            return caller.call(name, {}, case_id="wrong" if name == "decide" else None)


@pytest.fixture(scope="module")
def refusing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    """A caller of a service that allows one session and no call."""
    limits = {"SESSIONS_PER_ADDRESS": "1", "REQUESTS_PER_MINUTE": "0"}
    with running(tmp_path_factory.mktemp("refusing"), limits) as service:
        yield Caller(service).opened()


@pytest.fixture(scope="module")
def draining(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    """A caller of a service that is about to stop and still has a calculation to end."""
    with running(tmp_path_factory.mktemp("draining")) as service:
        caller = Caller(service).opened()
        with ThreadPoolExecutor() as pool:
            held = pool.submit(caller.decide, "hold on", "held")
            assert service.calculator.held.acquire(timeout=10)
            service.app.readiness.draining = True
            yield caller
            service.calculator.release()
            assert held.result().json["type"] == "result"


@pytest.fixture(scope="module")
def slow_answers(service: Service) -> dict[str, tuple[int, float]]:
    """The statuses that slow bodies get, and after how many seconds, all at once."""

    def send_slowly(name: str) -> tuple[int, float]:
        head = raw_head(service, name, "Content-Type: application/json", "Content-Length: 500")
        with socket.create_connection(("127.0.0.1", service.port), timeout=20) as connection:
            connection.sendall(head + b'{"')
            began = time.monotonic()
            received = b""
            while chunk := connection.recv(65_536):
                received += chunk
            return int(received.split(b" ", 2)[1]), time.monotonic() - began

    with ThreadPoolExecutor(len(BY_NAME)) as pool:
        return dict(zip(BY_NAME, pool.map(send_slowly, BY_NAME), strict=True))


@pytest.mark.parametrize(("name", "status"), DECLARED)
def test_a_declared_status_is_produced(
    name: str, status: int, service: Service, ana: Caller, request: pytest.FixtureRequest
) -> None:
    match status:
        case 403:
            caller = Caller(service, "garbage" if name == "start_session" else None)
            assert ordinary(caller, name).status == 403
        case 404:
            assert ordinary(ana, name).code == "result_not_found"
        case 408:
            status_seen, seconds = request.getfixturevalue("slow_answers")[name]
            assert status_seen == 408
            assert seconds == pytest.approx(10, abs=0.5)
        case 409:
            conflicting(ana, name)
            assert conflicting(ana, name).code == CONFLICTS[name]
        case 413:
            # With a session or without: the size is looked at first.
            assert ana.call(name, raw=b" " * 300_001, result_id=RESULT_ID).code == "body_too_large"
        case 415:
            media = [("Content-Type", "text/plain")]
            assert ana.send(BY_NAME[name].method, BY_NAME[name].path, headers=media, body=b"{}").status == 415
        case 422:
            assert wrong_body(ana, name).code == "invalid_request"
        case 429:
            refused = request.getfixturevalue("refusing")
            caller = Caller(refused.service) if name == "start_session" else refused
            assert ordinary(caller, name).code == "rate_limited"
        case 503:
            assert ordinary(request.getfixturevalue("draining"), name).code == "service_unavailable"
        case _:
            pytest.fail(f"nothing produces {status}")


def conflicting(caller: Caller, name: str) -> Response:
    """Do something that conflicts with itself when it is done twice."""
    if name == "decide":
        return caller.decide("recommend", "conflicting")
    body = {
        **BY_NAME[name].request_example,
        "request_id": "c" * 32,
        "message": f"Message {time.monotonic_ns()}",
    }
    return caller.call(name, body)


@pytest.mark.parametrize("name", SUCCEEDS)
def test_an_operation_succeeds(name: str, ana: Caller) -> None:
    result_id = ana.decide("recommend", f"success-{name}").json["result_id"]

    assert ordinary(ana, name, case_id="success", result_id=result_id).status == 200


def test_a_card_is_unavailable_where_nothing_paints_it(ana: Caller) -> None:
    assert ordinary(ana, "export_result_card").code == "service_unavailable"


def test_a_body_of_the_greatest_size_is_read(ana: Caller) -> None:
    assert ana.call("start_session", raw=b" " * 299_998 + b"{}").status == 200


def test_the_draining_service_says_so_and_lives(draining: Caller) -> None:
    assert draining.send("GET", "/readyz").code == "service_unavailable"
    assert draining.send("GET", "/healthz").status == 200
    assert draining.send("GET", "/openapi.json").status == 200


def test_a_service_ends_when_its_last_calculation_has(data_dir: Path) -> None:
    with running(data_dir) as service:
        caller = Caller(service).opened()
        with ThreadPoolExecutor() as pool:
            held = pool.submit(caller.decide, "hold on", "held")
            assert service.calculator.held.acquire(timeout=10)
            service.app.readiness.draining = True
            assert caller.decide("recommend", "late").code == "service_unavailable"
            service.calculator.release()

            assert held.result().status == 200
    with pytest.raises(ConnectionRefusedError):
        exchange(service, b"")
