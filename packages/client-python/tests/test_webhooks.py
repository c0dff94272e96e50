"""Deliveries, with signatures of the libraries of Standard Webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac

import pytest
from utility_api import ConfigurationError, UtilityApiError, WebhookVerificationError, verify_webhook

# Example of the tests of the libraries.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = '{"test": 2432232314}'
HEADERS = {
    "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "Webhook-Timestamp": "1614265330",
    "Webhook-Signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}
THEN = 1_614_265_330.0


def test_accepts_what_the_official_libraries_sign() -> None:
    expected: dict[str, object] = {"test": 2432232314}
    assert dict(verify_webhook(BODY, HEADERS, SECRET, now=THEN + 10)) == expected
    assert dict(verify_webhook(BODY.encode(), HEADERS, SECRET, now=THEN - 299)) == expected


def test_accepts_any_of_several_signatures_and_secrets() -> None:
    right = HEADERS["Webhook-Signature"]
    several = {**HEADERS, "Webhook-Signature": f"v1,AAAA v1a,{right[3:]} {right}"}
    assert verify_webhook(BODY, several, [f"whsec_{base64.b64encode(b'other').decode()}", SECRET], now=THEN)


@pytest.mark.parametrize(
    ("body", "headers", "why"),
    [
        (BODY + " ", {}, "No signature matches"),
        (BODY, {"Webhook-Id": "msg_other"}, "No signature matches"),
        (BODY, {"Webhook-Signature": "v2," + HEADERS["Webhook-Signature"][3:]}, "No signature matches"),
        (BODY, {"Webhook-Signature": ""}, "webhook-signature is missing"),
        (BODY, {"Webhook-Timestamp": "soon"}, "webhook-timestamp is not a Unix time"),
        (BODY, {"Webhook-Timestamp": str(int(THEN) - 301)}, "too old"),
        (BODY, {"Webhook-Timestamp": str(int(THEN) + 301)}, "too old"),
    ],
)
def test_refuses_what_was_changed(body: str, headers: dict[str, str], why: str) -> None:
    with pytest.raises(WebhookVerificationError, match=why):
        verify_webhook(body, {**HEADERS, **headers}, SECRET, now=THEN)


def test_refuses_another_secret() -> None:
    other = base64.b64encode(hashlib.sha256(b"other").digest()).decode()
    with pytest.raises(WebhookVerificationError):
        verify_webhook(BODY, HEADERS, f"whsec_{other}", now=THEN)


@pytest.mark.parametrize("secret", ["whsec_?", "whsec_ü", "whsec_", ""])
def test_refuses_a_secret_in_another_format(secret: str) -> None:
    signature = base64.b64encode(hmac.new(b"", f"m.{int(THEN)}.{BODY}".encode(), hashlib.sha256).digest()).decode()
    signed_without_key = {"webhook-id": "m", "webhook-timestamp": str(int(THEN)), "webhook-signature": f"v1,{signature}"}
    with pytest.raises(ConfigurationError, match="whsec_"):
        verify_webhook(BODY, signed_without_key, secret, now=THEN)


def test_refuses_a_body_that_is_not_json() -> None:
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    signature = base64.b64encode(hmac.new(key, f"m.{int(THEN)}.".encode() + b"{", hashlib.sha256).digest()).decode()
    headers = {"webhook-id": "m", "webhook-timestamp": str(int(THEN)), "webhook-signature": f"v1,{signature}"}
    with pytest.raises(WebhookVerificationError, match="not JSON"):
        verify_webhook(b"{", headers, SECRET, now=THEN)
    assert issubclass(WebhookVerificationError, UtilityApiError)
