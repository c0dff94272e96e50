"""What can go wrong with a call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class FieldError:
    """What is wrong with one field of a request."""

    param: str
    """The field's path, e.g. ``amount``."""
    type: str
    """Stable, for programs, e.g. ``invalid_field``."""
    message: str
    """For people."""
    nearest: str | None = None
    """The nearest value that would be accepted, where there is one."""


class UtilityApiError(Exception):
    """What the service answered instead of a success. What it did not say is ``None``."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        type: str | None = None,
        request_id: str | None = None,
        param: str | None = None,
        errors: Sequence[FieldError] | None = None,
        retry_after: float | None = None,
        doc_url: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        """The HTTP status, e.g. 402."""
        self.type = type
        """What went wrong, for programs: stable, see ``ErrorType``; a newer service may say more."""
        self.request_id = request_id
        """Names the call in questions to support."""
        self.param = param
        """The path of the field that is wrong, when it is one."""
        self.errors = errors
        """Every field that is wrong."""
        self.retry_after = retry_after
        """Seconds to wait before another try, when waiting helps."""
        self.doc_url = doc_url
        """Where the documentation explains this error."""

    @property
    def code(self) -> int:
        """The status under the name that it has in the body."""
        return self.status


class UnknownFieldError(Exception):
    """A request has fields that the endpoint does not have. Nothing was sent, nothing is charged."""

    type = "unknown_field"

    def __init__(self, errors: Sequence[FieldError]) -> None:
        super().__init__(errors[0].message)
        self.errors = errors
        self.param = errors[0].param


class ConnectionFailed(Exception):
    """The service could not be reached, or did not answer in time, however often it was tried."""


def error_from(
    body: object,
    *,
    status: int,
    reason: str = "",
    request_id: str | None = None,
    retry_after: float | None = None,
) -> UtilityApiError:
    """The error that an answer's body tells of, as far as it can be read: a proxy's page tells nothing."""
    said: Mapping[str, Any] = body if isinstance(body, dict) else {}
    errors = said.get("errors")
    return UtilityApiError(
        _text(said, "error") or f"{status} {reason}".strip(),
        status=status,
        type=_text(said, "type"),
        request_id=request_id or _text(said, "request_id"),
        param=_text(said, "param"),
        errors=[one for entry in errors for one in _field_error(entry)] if isinstance(errors, list) else None,
        retry_after=retry_after,
        doc_url=_text(said, "doc_url"),
    )


def _text(said: Mapping[str, Any], name: str) -> str | None:
    value = said.get(name)
    return value if isinstance(value, str) else None


def _field_error(entry: object) -> list[FieldError]:
    if not isinstance(entry, dict):
        return []
    param, type, message = _text(entry, "param"), _text(entry, "type"), _text(entry, "message")
    return [] if param is None or type is None or message is None else [FieldError(param, type, message, _text(entry, "nearest"))]
