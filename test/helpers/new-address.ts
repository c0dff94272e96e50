import { randomInt } from 'node:crypto';

const ADDRESSES = 2 ** 24;

/** Begins anywhere: the tests of another process may visit the same platform. */
let visitors = randomInt(ADDRESSES);

/** An address that no visitor before had. The platform of the tests believes whoever tells it in `X-Forwarded-For`. */
export function newAddress(): string {
  visitors = (visitors + 1) % ADDRESSES;
  return `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`;
}
