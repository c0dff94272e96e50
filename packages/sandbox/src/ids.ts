import { createHash } from 'node:crypto';

// Ids contain all that is needed to generate their object again. The platform's real video ids have 64 bits and its channel
// ids 128, in characters of 6 bits, so the lowest bits of the last character are always 0. Here those bits are the kind of
// the id, and no id of the sandbox is a real one.

/** Values of the lowest bits of an id. */
const kinds = {
  /** A real id of the platform. */
  foreign: 0,
  /** A text, and a number: of a channel, or of a video. */
  text: 1,
  /** A fingerprint, and a number. */
  fingerprint: 2,
  /** For a video: it is a song. For a channel: its videos were requested by id. */
  other: 3,
} as const;
export type IdKind = keyof typeof kinds;

/** A parsed id. */
export interface ParsedId {
  readonly kind: IdKind;
  readonly number: bigint;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export const videoIds = { bits: 64, length: 11, prefix: '' };
export const channelIds = { bits: 128, length: 22, prefix: 'UC' };
type Format = typeof videoIds;

/** Formats a number as an id. Ids of consecutive numbers look unrelated. */
export function formatId({ bits, length, prefix }: Format, kind: IdKind, number: bigint): string {
  const spare = BigInt(length * 6 - bits);
  let rest = (kind === 'foreign' ? number : scramble(number, bits)) << spare;
  rest |= BigInt(kinds[kind]);
  let id = '';
  for (let index = 0; index < length; index += 1) {
    id = ALPHABET.charAt(Number(rest & 63n)) + id;
    rest >>= 6n;
  }
  return prefix + id;
}

/** Parses an id; undefined for a text in another format. */
export function parseId({ bits, length, prefix }: Format, id: string): ParsedId | undefined {
  if (id.length !== prefix.length + length || !id.startsWith(prefix) || !/^[\w-]+$/.test(id)) return undefined;
  let rest = 0n;
  for (const character of id.slice(prefix.length)) rest = (rest << 6n) | BigInt(ALPHABET.indexOf(character));
  const spare = BigInt(length * 6 - bits);
  const mark = Number(rest & ((1n << spare) - 1n));
  const number = rest >> spare;
  for (const kind of ['text', 'fingerprint', 'other'] as const) {
    if (mark === kinds[kind]) return { kind, number: unscramble(number, bits) };
  }
  return { kind: 'foreign', number };
}

/** An odd number without a pattern: the fraction of the golden ratio, in 128 bits. */
const FACTOR = 0x9e3779b97f4a7c15f39cc0605cedc835n;

/** Permutes the numbers of a given number of bits, so that consecutive numbers end up far apart. */
function scramble(number: bigint, bits: number): bigint {
  const multiply = (one: bigint) => BigInt.asUintN(bits, one * FACTOR);
  return multiply(fold(multiply(number), bits));
}

function unscramble(number: bigint, bits: number): bigint {
  const inverse = invert(bits);
  const divide = (one: bigint) => BigInt.asUintN(bits, one * inverse);
  return divide(fold(divide(number), bits));
}

/** Its own inverse function. */
const fold = (number: bigint, bits: number): bigint => number ^ (number >> BigInt(bits / 2));

/** Modular inverse of FACTOR by Newton's method: each step doubles the number of correct bits. */
function invert(bits: number): bigint {
  let inverse = FACTOR;
  for (let right = 3; right < bits; right *= 2) inverse = BigInt.asUintN(bits, inverse * (2n - FACTOR * inverse));
  return inverse;
}

/** Hashes a text to a number of bits. */
export function createFingerprint(text: string, bits: number): bigint {
  const hash = createHash('sha256').update(text).digest();
  return BigInt.asUintN(bits, hash.readBigUInt64BE());
}
