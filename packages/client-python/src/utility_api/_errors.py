"""Errors that the client raises. All of them are a ``UtilityApiError``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class FieldError:
    """Error of one field of a request."""

    param: str
    """Path of the field, e.g. ``amount``."""
    type: str
    """Stable type for programs, e.g. ``invalid_field``."""
    message: str
    """Description for people."""
    nearest: str | None = None
    """Nearest value that would be accepted, if there is one."""


class UtilityApiError(Exception):
    """Base class of all errors that the client raises."""

    def __init__(self, message: str, *, request_id: str | None = None, credits_cost: float | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.request_id = request_id
        """Id of the request, for questions to support. None if the service sent no response."""
        self.credits_cost = credits_cost
        """Credits charged for the request. None if the service did not say."""


class ApiError(UtilityApiError):
    """Error response of the service. Properties that the response does not have are ``None``."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        type: str | None = None,
        request_id: str | None = None,
        credits_cost: float | None = None,
        param: str | None = None,
        errors: Sequence[FieldError] | None = None,
        retry_after_seconds: float | None = None,
        doc_url: str | None = None,
    ) -> None:
        super().__init__(message, request_id=request_id, credits_cost=credits_cost)
        self.status = status
        """HTTP status, e.g. 402."""
        self.type = type
        """Stable type for programs: one of ``ErrorType``, or another one of a newer service."""
        self.param = param
        """Path of the first invalid field."""
        self.errors = errors
        """Errors of all invalid fields."""
        self.retry_after_seconds = retry_after_seconds
        """Seconds to wait before another attempt."""
        self.doc_url = doc_url
        """URL of the documentation of this error."""


class ApiConnectionError(UtilityApiError):
    """The service sent no response: it could not be reached, or the connection broke."""


class RequestTimeoutError(ApiConnectionError):
    """The service did not respond in time, or a job or batch did not finish in time."""


class ConfigurationError(UtilityApiError):
    """The client is not configured correctly, e.g. without a base URL. Nothing was sent."""


class InvalidValueError(UtilityApiError, ValueError):
    """A value cannot be sent, e.g. an empty id or a number that is not finite. Nothing was sent."""


class UnknownFieldError(UtilityApiError):
    """The request has fields that the operation does not have. Nothing was sent or charged."""

    type = "unknown_field"

    def __init__(self, errors: Sequence[FieldError]) -> None:
        super().__init__(errors[0].message)
        self.errors = errors
        self.param = errors[0].param


class WebhookVerificationError(UtilityApiError):
    """A webhook delivery could not be verified."""


def error_from(
    body: object,
    *,
    status: int,
    reason: str = "",
    request_id: str | None = None,
    credits_cost: float | None = None,
    retry_after: float | None = None,
) -> ApiError:
    """Returns the error that a response describes. A body that is not an error of the service, such as a proxy's page, is ignored."""
    fields: Mapping[str, Any] = body if isinstance(body, dict) else {}
    errors = fields.get("errors")
    return ApiError(
        _text(fields, "error") or f"{status} {reason}".strip(),
        status=status,
        type=_text(fields, "type"),
        request_id=request_id or _text(fields, "request_id"),
        credits_cost=credits_cost,
        param=_text(fields, "param"),
        errors=[one for entry in errors for one in _field_error(entry)] if isinstance(errors, list) else None,
        retry_after_seconds=retry_after,
        doc_url=_text(fields, "doc_url"),
    )


def _text(fields: Mapping[str, Any], name: str) -> str | None:
    value = fields.get(name)
    return value if isinstance(value, str) else None


def _field_error(entry: object) -> list[FieldError]:
    if not isinstance(entry, dict):
        return []
    param, type, message = _text(entry, "param"), _text(entry, "type"), _text(entry, "message")
    return [] if param is None or type is None or message is None else [FieldError(param, type, message, _text(entry, "nearest"))]
