import { createHash } from 'node:crypto';

// Ids carry what is needed to make a thing again. The platform's own video ids have 64 bits and its channel ids 128, in
// characters of 6 bits, so that the last character's lowest bits are always 0 there: here they say what the rest is,
// and no id that the sandbox gives out is one of the platform's.

/** Meaning of the bits of an id. */
const kinds = {
  /** An id of the platform's own. */
  foreign: 0,
  /** A text, and a number: of a channel, or of a video. */
  text: 1,
  /** A fingerprint, and a number. */
  fingerprint: 2,
  /** For a video: it is a song. For a channel: its videos were requested by id. */
  other: 3,
} as const;
export type IdKind = keyof typeof kinds;

/** An id taken apart. */
export interface ReadId {
  readonly kind: IdKind;
  readonly number: bigint;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export const videoIds = { bits: 64, length: 11, prefix: '' };
export const channelIds = { bits: 128, length: 22, prefix: 'UC' };
type Format = typeof videoIds;

/** The id of a number: numbers side by side do not look so. */
export function writeId({ bits, length, prefix }: Format, kind: IdKind, number: bigint): string {
  const spare = BigInt(length * 6 - bits);
  let rest = (kind === 'foreign' ? number : scrambled(number, bits)) << spare;
  rest |= BigInt(kinds[kind]);
  let id = '';
  for (let index = 0; index < length; index += 1) {
    id = ALPHABET.charAt(Number(rest & 63n)) + id;
    rest >>= 6n;
  }
  return prefix + id;
}

/** Nothing when a text cannot be an id. */
export function readId({ bits, length, prefix }: Format, id: string): ReadId | undefined {
  if (id.length !== prefix.length + length || !id.startsWith(prefix) || !/^[\w-]+$/.test(id)) return undefined;
  let rest = 0n;
  for (const character of id.slice(prefix.length)) rest = (rest << 6n) | BigInt(ALPHABET.indexOf(character));
  const spare = BigInt(length * 6 - bits);
  const mark = Number(rest & ((1n << spare) - 1n));
  const number = rest >> spare;
  for (const kind of ['text', 'fingerprint', 'other'] as const) {
    if (mark === kinds[kind]) return { kind, number: unscrambled(number, bits) };
  }
  return { kind: 'foreign', number };
}

/** An odd number without pattern: the fraction of the golden ratio, in 128 bits. */
const FACTOR = 0x9e3779b97f4a7c15f39cc0605cedc835n;

/** Turns round: numbers of so many bits into each other, those side by side into those far apart. */
function scrambled(number: bigint, bits: number): bigint {
  const multiplied = (one: bigint) => BigInt.asUintN(bits, one * FACTOR);
  return multiplied(folded(multiplied(number), bits));
}

function unscrambled(number: bigint, bits: number): bigint {
  const inverse = invert(bits);
  const divided = (one: bigint) => BigInt.asUintN(bits, one * inverse);
  return divided(folded(divided(number), bits));
}

/** Its own inverse. */
const folded = (number: bigint, bits: number): bigint => number ^ (number >> BigInt(bits / 2));

/** Modular inverse of FACTOR by Newton's method: each step doubles the number of correct bits. */
function invert(bits: number): bigint {
  let inverse = FACTOR;
  for (let right = 3; right < bits; right *= 2) inverse = BigInt.asUintN(bits, inverse * (2n - FACTOR * inverse));
  return inverse;
}

/** Bits that depend on a text alone. */
export function createFingerprint(text: string, bits: number): bigint {
  const hash = createHash('sha256').update(text).digest();
  return BigInt.asUintN(bits, hash.readBigUInt64BE());
}
