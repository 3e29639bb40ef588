"""What headers mean: language, media type, host, origin, address."""

from ipaddress import ip_network

import pytest
from starlette.datastructures import Headers

from dilem.surfaces.negotiation import declares_body, is_json, preferred_language
from dilem.surfaces.origins import Premises

PUBLIC = Premises(
    public_url="https://dilem.example",
    allowed_origins=frozenset({"https://app.example"}),
    trusted_proxies=(ip_network("10.0.0.0/8"), ip_network("::1")),
)


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt"),
        ("ja, fr;q=0.5, it;q=0.7", "it"),
        ("ja", "en"),
        ("*", "en"),
        ("DE-at", "de"),
        ("fr;q=0, es;q=0.1", "es"),
        ("fr;q=2, es", "es"),
        ("fr;level=1, es;q=0.1", "es"),
        (",;,=", "en"),
        ("es" + "," * 100_000, "es"),
    ],
)
def test_the_best_liked_language_of_ours_is_chosen(header: str, language: str) -> None:
    assert preferred_language(header) == language


@pytest.mark.parametrize(
    ("media_type", "json"),
    [
        ("application/json", True),
        ("Application/JSON", True),
        ("application/json; charset=utf-8", True),
        ('application/json;charset="UTF-8"', True),
        ("application/json;", True),
        ("application/json; charset=latin1", False),
        ("application/json; charset=utf-16", False),
        ("application/vnd.x+json", False),
        ("application/problem+json", False),
        ("text/json", False),
        ("text/plain", False),
        ("application/jsonp", False),
        ("application/json, text/plain", False),
        ("", False),
    ],
)
def test_plain_json_in_utf8_alone_is_json(media_type: str, *, json: bool) -> None:
    assert is_json(media_type) is json


@pytest.mark.parametrize(
    ("headers", "declared"),
    [
        ({}, False),
        ({"content-length": "0"}, False),
        ({"content-length": "00"}, False),
        ({"content-length": "2"}, True),
        ({"content-length": "20"}, True),
        ({"transfer-encoding": "chunked"}, True),
    ],
)
def test_a_body_is_declared_by_its_length_or_its_coding(headers: dict[str, str], *, declared: bool) -> None:
    assert declares_body(Headers(headers)) is declared


@pytest.mark.parametrize(
    ("host", "served"),
    [
        ("127.0.0.1", True), ("127.0.0.1:8000", True), ("localhost", True), ("LOCALHOST:8000", True),
        ("[::1]:8000", True), ("192.168.1.20", True), ("[fe80::1]", True), ("dilem.example", True),
        ("Dilem.Example:443", True), ("evil.example", False), ("localhost.evil.example", False),
        ("dilem.example.evil.example", False), ("notdilem.example", False), ("127.0.0.1.evil.example", False),
        ("", False), ("127.1", False), ("dilem.example/x", False), ("me@dilem.example", False),
        ("dilem.example:99999999", False), ("::1", False), ("dilem.example,127.0.0.1", False),
    ],
)  # fmt: skip
def test_loopback_literal_addresses_and_the_public_name_are_served(host: str, *, served: bool) -> None:
    assert PUBLIC.serves_host(host) is served


@pytest.mark.parametrize(
    ("origin", "host", "admitted"),
    [
        ("https://dilem.example", "dilem.example", True),
        ("http://dilem.example", "dilem.example", False),
        ("https://dilem.example:8443", "dilem.example", False),
        ("https://sub.dilem.example", "dilem.example", False),
        ("https://app.example", "dilem.example", True),
        ("http://app.example", "dilem.example", False),
        ("https://app.example.evil.example", "dilem.example", False),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True),
        ("http://127.0.0.1:9000", "127.0.0.1:8000", False),
        ("http://localhost:8000", "127.0.0.1:8000", False),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("null", "dilem.example", False),
        ("null", "127.0.0.1:8000", False),
        ("", "127.0.0.1:8000", False),
        ("file://", "127.0.0.1:8000", False),
        ("http://", "", False),
    ],
)
def test_our_own_pages_and_the_named_ones_are_admitted(origin: str, host: str, *, admitted: bool) -> None:
    assert PUBLIC.admits_origin(origin, scheme="http", host=host) is admitted


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("203.0.113.9", "", "203.0.113.9"),
        ("203.0.113.9", "198.51.100.7", "203.0.113.9"),
        ("10.1.2.3", "198.51.100.7", "198.51.100.7"),
        ("10.1.2.3", "9.9.9.9, 198.51.100.7", "198.51.100.7"),
        ("10.1.2.3", "198.51.100.7, 10.9.9.9", "198.51.100.7"),
        ("10.1.2.3", "", "10.1.2.3"),
        ("10.1.2.3", "198.51.100.7, nonsense", "10.1.2.3"),
        ("10.1.2.3", "10.4.5.6", "10.4.5.6"),
        ("::1", "2001:db8::7", "2001:db8::7"),
        ("::ffff:203.0.113.9", "", "203.0.113.9"),
        ("::ffff:10.1.2.3", "198.51.100.7", "198.51.100.7"),
        (None, "198.51.100.7", "unknown"),
    ],
)
def test_a_forwarded_address_counts_only_from_a_trusted_proxy(
    peer: str | None, forwarded: str, client: str
) -> None:
    headers = Headers({"x-forwarded-for": forwarded} if forwarded else {})

    assert PUBLIC.client(peer, headers) == client


def test_several_forwarding_headers_count_as_one() -> None:
    headers = Headers(raw=[(b"x-forwarded-for", b"9.9.9.9"), (b"x-forwarded-for", b"198.51.100.7, 10.0.0.1")])

    assert PUBLIC.client("10.1.2.3", headers) == "198.51.100.7"


@pytest.mark.parametrize(
    ("peer", "told", "scheme"),
    [("10.1.2.3", "https", "https"), ("10.1.2.3", "gopher", "http"), ("203.0.113.9", "https", "http")],
)
def test_a_forwarded_scheme_counts_only_from_a_trusted_proxy(peer: str, told: str, scheme: str) -> None:
    assert PUBLIC.scheme(peer, Headers({"x-forwarded-proto": told}), "http") == scheme
