"""The family of errors that a caller can see: a code and fields, no prose and no status.

DilemError
├── CallerError       a better request would succeed
├── AdmissionError    the request is fine, but not now
├── ProviderError     an outside service failed; not the caller's fault
└── ServiceUnavailable
Anything else that is raised is a bug: no details leave the service, the traceback stays inside.
"""

from datetime import datetime
from typing import ClassVar


class DilemError(Exception):
    """Something a caller is told, by code and fields."""

    code: ClassVar[str]
    retryable: ClassVar[bool] = False

    def __init__(self, *, resets_at: datetime | None = None, **fields: str | int) -> None:
        """`resets_at` is an aware UTC instant, given only where something resets.

        The other fields fill the message's placeholders; none of them may hold a caller's text.
        """
        super().__init__(self.code)
        self.resets_at = resets_at
        self.fields = fields


class CallerError(DilemError):
    """A better request would succeed."""


class BadRequest(CallerError):
    """The bytes are not an HTTP request that can be parsed."""

    code = "bad_request"


class HeadersTooLarge(CallerError):
    """The headers are larger than the cap."""

    code = "headers_too_large"


class SessionRequired(CallerError):
    """The operation needs a session and none was sent."""

    code = "session_required"


class SessionInvalid(CallerError):
    """The token was never issued here."""

    code = "session_invalid"


class SessionExpired(CallerError):
    """The token was issued here and its 90 days are over."""

    code = "session_expired"


class OriginRejected(CallerError):
    """The request comes from a web page, or to a host name, that is not allowed."""

    code = "origin_rejected"


class CookiesForbidden(CallerError):
    """The API reads no cookies and refuses a request that carries one."""

    code = "cookies_forbidden"


class NotFound(CallerError):
    """There is nothing at this address."""

    code = "not_found"


class ResultNotFound(CallerError):
    """The result is missing, expired or somebody else's: one and the same answer."""

    code = "result_not_found"


class MethodNotAllowed(CallerError):
    """The address exists, and does not take this method."""

    code = "method_not_allowed"


class RequestTimeout(CallerError):
    """The body did not arrive within its deadline."""

    code = "request_timeout"
    retryable = True


class CaseCompleted(CallerError):
    """The case already has its recommendation."""

    code = "case_completed"


class CaseBusy(CallerError):
    """One calculation of this case still runs."""

    code = "case_busy"
    retryable = True


class RequestConflict(CallerError):
    """The same request_id was used before with another content."""

    code = "request_conflict"


class BodyTooLarge(CallerError):
    """The body is larger than the limit."""

    code = "body_too_large"


class UnsupportedMediaType(CallerError):
    """The body is not plain JSON."""

    code = "unsupported_media_type"


class InvalidRequest(CallerError):
    """The input breaks the contract; `field` names the known field, "body" the whole of it."""

    code = "invalid_request"

    def __init__(self, *, field: str) -> None:
        super().__init__(field=field)
        self.field = field


class ProviderInputTooLarge(CallerError):
    """What would be sent to a provider is too large; nothing was consumed."""

    code = "provider_input_too_large"


class AdmissionError(DilemError):
    """The request is fine, but not now."""

    retryable = True


class CreditsExhausted(AdmissionError):
    """The caller, or the caller's address, has used today's credits; the case was not admitted."""

    code = "credits_exhausted"


class BudgetExhausted(AdmissionError):
    """The service has spent today's money; no paid work may start."""

    code = "budget_exhausted"


class CapacityExceeded(AdmissionError):
    """As many calculations run as the service allows at once."""

    code = "capacity_exceeded"


class RateLimited(AdmissionError):
    """The caller, or the caller's address, calls more often than allowed."""

    code = "rate_limited"


class ServiceUnavailable(DilemError):
    """The service cannot answer now: its storage is out of reach, or it is stopping."""

    code = "service_unavailable"
    retryable = True


class ProviderError(DilemError):
    """An outside service failed after admission; reported on HTTP 200."""

    code = "provider_failed"
    retryable = True


class PipelineFailed(ProviderError):
    """The calculation failed after admission."""

    code = "pipeline_failed"


class PipelineTimeout(ProviderError):
    """The calculation did not end within its time."""

    code = "pipeline_timeout"
