import { createHash } from 'node:crypto';

/**
 * A name that follows from a request, so that whoever computes the request again, as when a worker has died over it, names the same
 * thing. It is as hard to guess as the request's id, which is random.
 *
 * @param what is named, so that two things of one request have names that tell nothing of each other
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
