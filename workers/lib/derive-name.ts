import { createHash } from 'node:crypto';

/**
 * Derives a name from the id of a request, so that a retry of the request creates the same name. It is as hard to guess as the id,
 * which is random.
 *
 * @param what kind of the named thing: names of one request cannot be derived from each other
 */
export function deriveName(requestId: string, what: string, alphabet: string, length: number): string {
  const base = BigInt(alphabet.length);
  let number = BigInt(`0x${createHash('sha256').update(`${what} ${requestId}`).digest('hex')}`);
  let name = '';
  for (let at = 0; at < length; at++) {
    name += alphabet[Number(number % base)];
    number /= base;
  }
  return name;
}
