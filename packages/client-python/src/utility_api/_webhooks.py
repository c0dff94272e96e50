"""Verifies deliveries by the rules of Standard Webhooks (github.com/standard-webhooks/standard-webhooks)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from ._errors import ConfigurationError, WebhookVerificationError

if TYPE_CHECKING:
    from .generated.types import WebhookEvent

_TOLERANCE = 300.0
_PREFIX = "whsec_"


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance: float = _TOLERANCE,
    now: float | None = None,
) -> WebhookEvent:
    """Verifies that a delivery comes from the service, and returns its event. ``event["type"]`` says which one it is.

    :param body: the raw body: parsed and serialized again, it has another signature
    :param secrets: ``whsec_…``; while you rotate one, pass both
    :param tolerance: maximum age, and maximum time in the future, of a delivery, in seconds
    :param now: the present as seconds since 1970, for tests
    :raises WebhookVerificationError: if a header is missing, the time is outside of the tolerance, or no signature matches
    :raises ConfigurationError: if a secret is not ``whsec_`` followed by base64
    """
    given = {name.lower(): value for name, value in headers.items()}
    sent, at, signatures = (_needed(given, f"webhook-{part}") for part in ("id", "timestamp", "signature"))
    if not re.fullmatch(r"[0-9]{1,12}", at):
        raise WebhookVerificationError("webhook-timestamp is not a Unix time")
    if abs((time.time() if now is None else now) - int(at)) > tolerance:
        raise WebhookVerificationError("The delivery is too old, or the clock of this machine is wrong")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{sent}.{at}.".encode() + content
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        expected = base64.b64encode(hmac.new(_key(secret), signed, hashlib.sha256).digest())
        for signature in signatures.split(" "):
            version, _, text = signature.partition(",")
            if version == "v1" and hmac.compare_digest(text.encode(), expected):
                return _event(content)
    raise WebhookVerificationError("No signature matches")


def _event(content: bytes) -> WebhookEvent:
    try:
        return cast("WebhookEvent", json.loads(content))
    except ValueError as error:
        raise WebhookVerificationError("The body is not JSON") from error


def _needed(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookVerificationError(f"{name} is missing")
    return value


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except ValueError:
        key = b""
    if not key:
        raise ConfigurationError("A webhook secret must be whsec_ followed by base64")
    return key
