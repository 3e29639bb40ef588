"""The door: hosts, origins, cookies, headers, languages, and the order in which they are looked at."""

import json
from pathlib import Path

import pytest

from dilem.engine.grid import LANGUAGES
from dilem.wording import say
from surfaces.calling import BY_NAME, Caller, Response, exchange
from surfaces.running import CANARY, Service, running

API_PATHS = [operation.path.replace("{result_id}", "0" * 32) for operation in BY_NAME.values()]
FRIEND = "https://app.example"


def get(service: Service, path: str, *headers: tuple[str, str], method: str = "GET") -> Response:
    return Caller(service).send(method, path, headers=list(headers))


def preflight(service: Service, path: str, origin: str) -> Response:
    return get(
        service,
        path,
        ("Origin", origin),
        ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "authorization,content-type,x-dilem-case-id,mcp-protocol-version"),
        method="OPTIONS",
    )


@pytest.mark.parametrize("name", BY_NAME)
@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost:$P", "https://127.0.0.1:$P",
     "http://app.example", "https://app.example.evil.example", "https://sub.app.example", ""],
)  # fmt: skip
def test_a_foreign_page_is_refused(name: str, origin: str, ana: Caller) -> None:
    origin = origin.replace("$P", str(ana.service.port))

    response = ana.call(name, None, result_id="0" * 32, headers=[("Origin", origin)])

    assert (response.status, response.code) == (403, "origin_rejected")
    assert not any(header.startswith("access-control-") for header in response.headers)


def test_two_origins_are_refused(ana: Caller) -> None:
    origins = [("Origin", FRIEND), ("Origin", "https://evil.example")]

    assert ana.call("get_usage", headers=origins).code == "origin_rejected"


@pytest.mark.parametrize("origin", [FRIEND, "http://127.0.0.1:$P"])
def test_our_own_page_and_a_named_one_are_let_in(origin: str, ana: Caller) -> None:
    origin = origin.replace("$P", str(ana.service.port))

    assert ana.call("get_usage", headers=[("Origin", origin)]).status == 200


@pytest.mark.parametrize("path", API_PATHS)
def test_a_named_page_gets_the_whole_of_cors(path: str, service: Service) -> None:
    response = preflight(service, path, FRIEND)

    assert (response.status, response.body) == (204, b"")
    assert response.headers["access-control-allow-origin"] == FRIEND
    assert set(response.headers["access-control-allow-methods"].split(", ")) <= {"GET", "POST"}
    allowed = {header.lower() for header in response.headers["access-control-allow-headers"].split(", ")}
    assert {
        "authorization", "content-type", "x-dilem-case-id", "mcp-protocol-version", "mcp-method", "mcp-name",
    } <= allowed  # fmt: skip
    assert response.headers["vary"] == "Origin"
    assert "access-control-allow-credentials" not in response.headers


@pytest.mark.parametrize("path", API_PATHS)
def test_a_foreign_page_gets_nothing_of_cors(path: str, service: Service) -> None:
    response = preflight(service, path, "https://inspector.example")

    assert (response.status, response.code) == (403, "origin_rejected")
    assert not any(header.startswith("access-control-") for header in response.headers)


def test_a_named_page_may_read_answers_and_refusals(ana: Caller) -> None:
    for response in (
        ana.call("get_usage", headers=[("Origin", FRIEND)]),
        Caller(ana.service).call("get_usage", headers=[("Origin", FRIEND)]),
    ):
        assert response.headers["access-control-allow-origin"] == FRIEND
        assert {"Retry-After", "X-Request-ID"} <= set(
            response.headers["access-control-expose-headers"].split(", ")
        )


def test_a_preflight_for_nothing_finds_nothing(service: Service) -> None:
    assert preflight(service, "/api/v1/nothing", FRIEND).code == "not_found"


def test_options_without_a_page_is_a_wrong_method(service: Service) -> None:
    response = get(service, "/api/v1/decide", method="OPTIONS")

    assert (response.status, response.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize("path", ["/api/v1/usage", "/healthz", "/openapi.json"])
@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "localhost.", "a@127.0.0.1"])
def test_a_foreign_host_is_refused_everywhere(host: str, path: str, service: Service) -> None:
    assert b"origin_rejected" in send_alone(service, path, [("Host", host)])


def send_alone(service: Service, path: str, headers: list[tuple[str, str]]) -> bytes:
    """Send a GET with these headers alone."""
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers), "", ""]
    return exchange(service, "\r\n".join(lines).encode())[1]


def test_under_its_public_name_the_service_knows_its_own_page(data_dir: Path) -> None:
    with running(data_dir, {"PUBLIC_URL": "https://dilem.example"}) as service:
        public, own, twin = (
            ("Host", "dilem.example"),
            ("Origin", "https://dilem.example"),
            ("Origin", "http://dilem.example"),
        )
        assert b"origin_rejected" in send_alone(service, "/api/v1/usage", [public, twin])
        assert b"session_required" in send_alone(service, "/api/v1/usage", [public, own])
        document = get(service, "/openapi.json").json
        assert document["servers"][0]["url"] == "https://dilem.example"


@pytest.mark.parametrize(
    "headers",
    [
        [("Cookie", "session=x")],
        [("Cookie", "")],
        [("Cookie", CANARY), ("Authorization", f"Bearer {CANARY}")],
    ],
)
@pytest.mark.parametrize("name", BY_NAME)
def test_a_cookie_is_refused_on_the_api(name: str, headers: list[tuple[str, str]], service: Service) -> None:
    response = Caller(service).call(name, result_id="0" * 32, headers=headers)

    assert (response.status, response.code) == (403, "cookies_forbidden")


def test_a_cookie_is_no_matter_for_documents(service: Service) -> None:
    assert get(service, "/openapi.json", ("Cookie", "theme=dark")).status == 200


@pytest.mark.parametrize(
    ("worse", "code"),
    [
        (["/api/v1/nothing"], "not_found"),
        (["/api/v1/nothing", "large", "origin", "cookie", "media", "size"], "not_found"),
        (["large", "origin", "cookie", "media", "size", "session"], "headers_too_large"),
        (["origin", "cookie", "media", "size", "session", "input"], "origin_rejected"),
        (["cookie", "media", "size", "session", "input"], "cookies_forbidden"),
        (["media", "size", "session", "input"], "unsupported_media_type"),
        (["size", "session", "input"], "body_too_large"),
        (["session", "input"], "session_invalid"),
        (["input"], "invalid_request"),
        ([], None),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, list) else value,
)
def test_the_checks_come_in_the_promised_order(worse: list[str], code: str | None, ana: Caller) -> None:
    """Each request has several faults; the first one in the order is told."""
    message = {**BY_NAME["send_user_feedback"].request_example, "request_id": "0" * 30 + "aa"}
    body = json.dumps(message if "input" not in worse else {**message, "kind": "x"}).encode()
    headers = [("Authorization", "Bearer x" if "session" in worse else f"Bearer {ana.token}")]
    headers += [("Content-Type", "text/plain" if "media" in worse else "application/json")]
    headers += [("X-Any", "a" * 17_000)] if "large" in worse else []
    headers += [("Origin", "https://evil.example")] if "origin" in worse else []
    headers += [("Cookie", "a=b")] if "cookie" in worse else []
    path = "/api/v1/nothing" if "/api/v1/nothing" in worse else "/api/v1/user-feedback"

    response = ana.send("POST", path, headers=headers, body=b" " * 300_001 if "size" in worse else body)

    assert response.code == code


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_speaks_the_language_of_the_body(language: str, ana: Caller) -> None:
    response = ana.call(
        "decide",
        {"text": "", "language": language},
        case_id="language",
        headers=[("Accept-Language", "en")],
    )
    without_session = Caller(ana.service).call("decide", {"text": "ask", "language": language}, case_id="x")

    assert response.json["message"] == say(language, "problem.invalid_request", field="text")
    assert without_session.json["message"] == say(language, "problem.session_required")


@pytest.mark.parametrize(("accepted", "language"), [("it;q=0.8, pt", "pt"), ("ja", "en"), ("", "en")])
def test_without_a_language_of_its_own_a_refusal_speaks_the_preferred_one(
    accepted: str, language: str, service: Service
) -> None:
    for path in ("/api/v1/usage", "/nothing"):
        key = "problem.session_required" if path == "/api/v1/usage" else "problem.not_found"
        assert get(service, path, ("Accept-Language", accepted)).json["message"] == say(language, key)
    body = {"text": "ask", "language": "xx"}
    response = Caller(service).call("decide", body, case_id="x", headers=[("Accept-Language", accepted)])
    assert response.json["message"] == say(language, "problem.session_required")


@pytest.mark.parametrize(("path", "said"), [("/healthz", "alive"), ("/readyz", "ready")])
def test_health_is_told_without_a_session(path: str, said: str, service: Service) -> None:
    response = get(service, path)

    assert (response.status, response.json) == (200, {"status": said})
    assert response.headers["cache-control"] == "no-store"
    assert get(service, path, method="HEAD").status == 200


def test_the_openapi_document_is_served(service: Service) -> None:
    response = get(service, "/openapi.json")

    assert response.headers["content-type"] == "application/json"
    assert response.json["info"]["version"] == "1.1.0"
    assert set(response.json["paths"]) == {operation.path for operation in BY_NAME.values()}


@pytest.mark.parametrize(
    "path", ["/", "/api", "/api/v1/", "/docs", "/.env", "/api/v1/usage/x", "/static/../x"]
)
def test_nothing_else_is_there(path: str, service: Service) -> None:
    assert get(service, path).code == "not_found"


def test_every_answer_has_its_own_id(service: Service) -> None:
    ids = {get(service, "/healthz", ("X-Request-ID", "mine")).headers["x-request-id"] for _ in range(20)}

    assert len(ids) == 20
    assert "mine" not in ids
