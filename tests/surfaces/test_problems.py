import json
import string
from datetime import UTC, datetime, timedelta

import pytest

from dilem import errors
from dilem.engine.grid import LANGUAGES
from dilem.errors import DilemError
from dilem.surfaces.problems import INTERNAL_ERROR, STATUSES, http_bytes, problem_of, written

NOW = datetime(2026, 12, 1, 23, 59, 59, 500_000, tzinfo=UTC)


def family(parent: type[DilemError] = DilemError) -> list[type[DilemError]]:
    return [kind for child in parent.__subclasses__() for kind in (child, *family(child))]


CODED = [kind for kind in family() if "code" in vars(kind)]


def example(kind: type[DilemError]) -> DilemError:
    if kind is errors.InvalidRequest:
        return errors.InvalidRequest(field="text")
    if kind is errors.MethodNotAllowed:
        return errors.MethodNotAllowed(allow="GET, HEAD")
    return kind()


def test_every_error_has_a_status_and_only_they() -> None:
    assert set(STATUSES) == set(CODED)


def test_codes_are_unique() -> None:
    assert len({kind.code for kind in CODED}) == len(CODED)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", CODED, ids=lambda kind: kind.code)
def test_every_error_is_worded_in_every_language(kind: type[DilemError], language: str) -> None:
    problem = problem_of(example(kind), language, NOW)

    message = json.loads(problem.body)["message"]
    assert message.endswith(".")
    assert len(message.split(". ")) >= 2
    assert "{" not in message


@pytest.mark.parametrize("kind", CODED, ids=lambda kind: kind.code)
def test_no_two_languages_say_the_same(kind: type[DilemError]) -> None:
    messages = {problem_of(example(kind), language, NOW).reply.message for language in LANGUAGES}

    assert len(messages) == len(LANGUAGES)


@pytest.mark.parametrize("kind", CODED, ids=lambda kind: kind.code)
def test_retryable_is_true_for_what_time_may_heal(kind: type[DilemError]) -> None:
    status = STATUSES[kind]

    assert kind.retryable == (status in {200, 408, 429, 503} or kind is errors.CaseBusy)


def test_the_field_is_named_and_the_whole_body_is_said_otherwise() -> None:
    named = problem_of(errors.InvalidRequest(field="refinements"), "de", NOW).reply.message
    whole = problem_of(errors.InvalidRequest(field="body"), "de", NOW).reply.message

    assert named is not None
    assert "„refinements“" in named
    assert whole is not None
    assert "body" not in whole


def test_an_error_without_reset_has_no_resets_at() -> None:
    body = json.loads(problem_of(errors.CapacityExceeded(), "en", NOW).body)

    assert set(body) == {"type", "code", "message", "retryable"}


def test_a_reset_is_told_as_an_instant_and_as_seconds_that_agree() -> None:
    midnight = datetime(2026, 12, 2, tzinfo=UTC)

    problem = problem_of(errors.CreditsExhausted(resets_at=midnight), "en", NOW)

    assert problem.reply.resets_at == "2026-12-02T00:00:00Z"
    assert problem.headers["Retry-After"] == "1"


def test_a_reset_between_seconds_is_never_told_too_early() -> None:
    problem = problem_of(errors.RateLimited(resets_at=NOW + timedelta(milliseconds=700)), "en", NOW)

    assert problem.reply.resets_at == "2026-12-02T00:00:01Z"
    assert problem.headers["Retry-After"] == "2"


def test_an_instant_is_written_in_utc() -> None:
    assert written(datetime.fromisoformat("2026-12-02T01:00:00+01:00")) == "2026-12-02T00:00:00Z"


def test_a_bug_shows_nothing_of_itself() -> None:
    problem = problem_of(KeyError("CANARY-7f3a"), "fr", NOW)

    assert (problem.status, problem.reply.code, problem.reply.retryable) == (500, INTERNAL_ERROR, False)
    assert b"CANARY" not in problem.body


def test_a_wrong_method_is_told_the_right_ones() -> None:
    assert problem_of(errors.MethodNotAllowed(allow="GET"), "en", NOW).headers == {"Allow": "GET"}


def test_what_is_no_request_gets_a_whole_response_that_ends_the_connection() -> None:
    head, _, body = http_bytes(errors.BadRequest(), [(b"x-any", b"1")]).partition(b"\r\n\r\n")

    lines = head.decode().split("\r\n")
    assert lines[0] == "HTTP/1.1 400 Bad Request"
    assert {"x-any: 1", "connection: close", f"content-length: {len(body)}"} <= set(lines)
    assert json.loads(body)["code"] == "bad_request"


def test_codes_are_words() -> None:
    allowed = set(string.ascii_lowercase + "_")

    assert all(set(kind.code) <= allowed for kind in CODED)
