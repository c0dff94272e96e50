<?php

const TOLERANCE_SECONDS = 5 * 60;

// The event in a request. $headers by their names in lower case; $body as it came: file_get_contents('php://input').
function verify(string $secret, array $headers, string $body): array
{
    [$id, $sentAt] = [$headers['webhook-id'], $headers['webhook-timestamp']];
    if (abs(time() - (int) $sentAt) > TOLERANCE_SECONDS) {
        throw new RuntimeException('sent too long ago');
    }
    $key = base64_decode(str_replace('whsec_', '', $secret));
    if ($key === '') {
        throw new RuntimeException('the secret is not set');
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sentAt.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($expected, $given)) {
            return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
        }
    }
    throw new RuntimeException('not signed with this secret');
}
