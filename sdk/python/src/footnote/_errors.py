"""What can go wrong."""

from __future__ import annotations

import time
from email.utils import parsedate_to_datetime
from typing import Any, Optional, Type

import httpx


class FootnoteError(Exception):
    """Every error of this SDK. Its subclasses say what happened; `code` is for programs, the message for people."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        details: Optional[list[dict[str, str]]] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        """Such as `not_found`."""
        self.status = status
        """Of the answer; None if there was none."""
        self.request_id = request_id
        """Names the request in the service's log."""
        self.details = details or []
        """The fields at fault, each with `field` and `reason`."""
        self.retry_after = retry_after
        """How many seconds the service asks you to wait before you repeat the request, if it does."""


class InvalidRequestError(FootnoteError):
    """400, and the rarer statuses of a malformed request."""


class UnauthorizedError(FootnoteError):
    """401: no key was sent, or it is invalid, expired or revoked."""


class ForbiddenError(FootnoteError):
    """403: the key lacks permission."""


class NotFoundError(FootnoteError):
    """404: it does not exist, or the key may not see it."""


class ConflictError(FootnoteError):
    """409: it exists already, or something else must be done first."""


class UnprocessableEntityError(FootnoteError):
    """422: a value is wrong; `details` names the fields."""


class RateLimitedError(FootnoteError):
    """429: too many requests, or a token budget is used up."""


class ServerError(FootnoteError):
    """500 and above."""


class ConnectionFailedError(FootnoteError):
    """No answer arrived, or it broke off."""


class WaitTimeoutError(FootnoteError):
    """What you waited for took longer than `timeout`."""


class SourceFailedError(FootnoteError):
    """A source could not be indexed; `code` and the message are those of the source's `error`."""


class WebhookVerificationError(FootnoteError):
    """A request to your webhook isn't from Footnote, or is too old."""


_BY_STATUS: dict[int, Type[FootnoteError]] = {
    401: UnauthorizedError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    422: UnprocessableEntityError,
    429: RateLimitedError,
}
# The statuses of errors that arrive inside a stream, after its 200.
_BY_CODE = {
    "unauthorized": 401,
    "forbidden": 403,
    "not_found": 404,
    "conflict": 409,
    "unprocessable_entity": 422,
    "rate_limited": 429,
    "unavailable": 503,
}


def error_of(body: Any, response: httpx.Response) -> FootnoteError:
    """The error of a failed answer. Its body is Footnote's, or anything, if a proxy answered."""
    given = body.get("error") if isinstance(body, dict) else None
    error: dict[str, Any] = given if isinstance(given, dict) else {}
    status = response.status_code if response.is_error else _BY_CODE.get(error.get("code", ""), 500)
    kind = _BY_STATUS.get(status, ServerError if status >= 500 else InvalidRequestError)
    return kind(
        error.get("message") or f"The service answered {status}.",
        code=error.get("code") or ("internal_error" if status >= 500 else "invalid_request"),
        status=status,
        request_id=error.get("request_id") or response.headers.get("x-request-id"),
        details=error.get("details"),
        retry_after=_retry_after(response),
    )


def _retry_after(response: httpx.Response) -> Optional[float]:
    """`Retry-After` counts seconds, or is a date where a proxy sets it."""
    value = response.headers.get("retry-after")
    if value is None:
        return None
    try:
        seconds = float(value) if value.isdigit() else parsedate_to_datetime(value).timestamp() - time.time()
    except (TypeError, ValueError):
        return None
    return max(0.0, seconds)
