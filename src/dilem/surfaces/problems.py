"""Errors as seen from outside: the only place with status codes.

From an error to a `Problem`: its status, its code, a sentence in the caller's language, whether
another attempt may help and when. An error that is not in the family is a bug, and looks like
`internal_error` whatever it was.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus

from dilem import errors
from dilem.contract import ErrorReply
from dilem.errors import DilemError, InvalidRequest, MethodNotAllowed
from dilem.wording import say

INTERNAL_ERROR = "internal_error"
BODY = "body"

STATUSES: Mapping[type[DilemError], int] = {
    errors.BadRequest: 400,
    errors.SessionRequired: 403,
    errors.SessionInvalid: 403,
    errors.SessionExpired: 403,
    errors.OriginRejected: 403,
    errors.CookiesForbidden: 403,
    errors.NotFound: 404,
    errors.ResultNotFound: 404,
    errors.MethodNotAllowed: 405,
    errors.RequestTimeout: 408,
    errors.CaseCompleted: 409,
    errors.CaseBusy: 409,
    errors.RequestConflict: 409,
    errors.BodyTooLarge: 413,
    errors.UnsupportedMediaType: 415,
    errors.InvalidRequest: 422,
    errors.ProviderInputTooLarge: 422,
    errors.CreditsExhausted: 429,
    errors.BudgetExhausted: 429,
    errors.CapacityExceeded: 429,
    errors.RateLimited: 429,
    errors.HeadersTooLarge: 431,
    errors.ServiceUnavailable: 503,
    # After admission a failure is an answer of the operation, not of HTTP.
    errors.ProviderError: 200,
    errors.PipelineFailed: 200,
    errors.PipelineTimeout: 200,
}

# What to wait where nothing resets: long enough not to press, short enough for a person.
PAUSE_S = 2


@dataclass(frozen=True, slots=True)
class Problem:
    """An error as a caller sees it."""

    status: int
    reply: ErrorReply
    headers: Mapping[str, str]

    @property
    def body(self) -> bytes:
        """The contract's error object as JSON."""
        return self.reply.model_dump_json().encode()


def problem_of(error: Exception, language: str, now: datetime) -> Problem:
    """Word `error` in `language`, one of the six."""
    if not isinstance(error, DilemError):
        message = say(language, f"problem.{INTERNAL_ERROR}")
        return Problem(500, ErrorReply(code=INTERNAL_ERROR, message=message, retryable=False), {})
    reply = ErrorReply(
        code=error.code,
        message=say(language, _message_key(error), **error.fields),
        retryable=error.retryable,
        resets_at=None if error.resets_at is None else written(error.resets_at),
    )
    return Problem(STATUSES[type(error)], reply, _headers(error, now))


def written(instant: datetime) -> str:
    """Write an instant as RFC 3339 with Z, in whole seconds, never too early."""
    seconds = math.ceil(instant.timestamp())
    return datetime.fromtimestamp(seconds, tz=UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def http_bytes(error: DilemError, headers: list[tuple[bytes, bytes]]) -> bytes:
    """Write a whole HTTP/1.1 response that ends its connection, where no request could be made out.

    In English: whatever the caller prefers was not read. For errors without an instant of reset.
    """
    problem = problem_of(error, "en", datetime.fromtimestamp(0, tz=UTC))
    body = problem.body
    lines = [f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}".encode()]
    lines += [name + b": " + value for name, value in headers]
    lines += [
        b"content-type: application/json",
        f"content-length: {len(body)}".encode(),
        b"connection: close",
    ]
    return b"\r\n".join([*lines, b"", body])


def _message_key(error: DilemError) -> str:
    if isinstance(error, InvalidRequest) and error.field == BODY:
        return "problem.invalid_request_body"
    return f"problem.{error.code}"


def _headers(error: DilemError, now: datetime) -> dict[str, str]:
    if isinstance(error, MethodNotAllowed):
        return {"Allow": str(error.fields["allow"])}
    if error.resets_at is not None:
        # Counted to the written instant, so that the two agree.
        seconds = math.ceil(error.resets_at.timestamp()) - now.timestamp()
        return {"Retry-After": str(max(1, math.ceil(seconds)))}
    if STATUSES[type(error)] in {429, 503} or isinstance(error, errors.CaseBusy):
        return {"Retry-After": str(PAUSE_S)}
    return {}
