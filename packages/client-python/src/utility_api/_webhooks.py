"""Verifies deliveries by the rules of Standard Webhooks (github.com/standard-webhooks/standard-webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence

_TOLERANCE = 300.0
_PREFIX = "whsec_"


class WebhookVerificationError(Exception):
    """A delivery that is not to be believed."""


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance: float = _TOLERANCE,
    now: float | None = None,
) -> object:
    """Verifies that a delivery comes from the service, and returns the JSON of its body.

    :param body: as it came, byte for byte: JSON that was read and written again has another signature
    :param secrets: ``whsec_…``; while one is being replaced give both
    :param tolerance: how old, or how far in the future, a delivery may be, in seconds
    :param now: the present as seconds since 1970, for tests
    :raises WebhookVerificationError: when a header is missing, the time is too far away or no signature fits
    """
    given = {name.lower(): value for name, value in headers.items()}
    sent, at, signatures = (_needed(given, f"webhook-{part}") for part in ("id", "timestamp", "signature"))
    if not re.fullmatch(r"[0-9]{1,12}", at):
        raise WebhookVerificationError("webhook-timestamp is no time")
    if abs((time.time() if now is None else now) - int(at)) > tolerance:
        raise WebhookVerificationError("The delivery is too old, or the clocks are apart")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{sent}.{at}.".encode() + content
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        wanted = base64.b64encode(hmac.new(_key(secret), signed, hashlib.sha256).digest())
        for signature in signatures.split(" "):
            version, _, text = signature.partition(",")
            if version == "v1" and hmac.compare_digest(text.encode(), wanted):
                verified: object = json.loads(content)
                return verified
    raise WebhookVerificationError("No signature fits")


def _needed(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookVerificationError(f"{name} is missing")
    return value


def _key(secret: str) -> bytes:
    try:
        return base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except binascii.Error as error:
        raise ValueError("A webhook secret is whsec_ and base64") from error
