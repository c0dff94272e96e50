import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 5 * 60;

// The event in a request. `headers` by their names in lower case; `body` as it came, before anything parses it.
export function verify(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signatures } = headers;
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(sentAt));
  if (!(ageSeconds <= TOLERANCE_SECONDS)) throw new Error('sent too long ago');
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  if (key.length === 0) throw new Error('the secret is not set');
  const expected = createHmac('sha256', key).update(`${id}.${sentAt}.${body}`).digest();
  const isSigned = signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) throw new Error('not signed with this secret');
  return JSON.parse(body);
}
