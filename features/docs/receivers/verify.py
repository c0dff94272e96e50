import base64, hashlib, hmac, json, time

TOLERANCE_SECONDS = 5 * 60


# The event in a request. `headers` by their names in lower case; `body` the bytes as they came.
def verify(secret, headers, body):
    id, sent_at = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(sent_at)) > TOLERANCE_SECONDS:
        raise ValueError("sent too long ago")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    if not key:
        raise ValueError("the secret is not set")
    signed = f"{id}.{sent_at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    signatures = headers["webhook-signature"].encode().split(b" ")
    if not any(hmac.compare_digest(expected, given) for given in signatures):
        raise ValueError("not signed with this secret")
    return json.loads(body)
