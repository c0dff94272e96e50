import type { QRCodeSegment } from 'qrcode';

/** Levels of error correction in use (ISO/IEC 18004:2015, 7.5.1). */
export type ErrorCorrection = 'M' | 'H';

/** Maximum data in bytes of versions 9, 26 and 40, after which the length fields of segments grow (tables 3 and 7). */
const ROOM = { M: [182, 1062, 2334], H: [100, 596, 1276] } as const;

/** Costs are counted in sixths of a bit: three digits take ten bits, two letters eleven (7.4.4). */
const SIXTHS = 6;

interface Mode {
  readonly mode: 'numeric' | 'alphanumeric' | 'byte';
  /** Bits of the length field, by group of versions; four more bits are the mode. */
  readonly lengthBits: readonly [number, number, number];
  /** Returns the cost of a character in sixths of a bit; undefined if the mode cannot encode it. */
  costOf(code: number): number | undefined;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Characters of alphanumeric mode (table 5). */
const ALPHANUMERIC = new Set([...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'].map((sign) => sign.charCodeAt(0)));

/** Returns the bytes of a UTF-16 code unit in UTF-8; each half of a surrogate pair has two of four. */
const countBytes = (code: number): number =>
  code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;

const modes: readonly Mode[] = [
  { mode: 'byte', lengthBits: [8, 16, 16], costOf: (code) => 8 * SIXTHS * countBytes(code) },
  {
    mode: 'alphanumeric',
    lengthBits: [9, 11, 13],
    costOf: (code) => (ALPHANUMERIC.has(code) ? 33 : undefined),
  },
  { mode: 'numeric', lengthBits: [10, 12, 14], costOf: (code) => (isDigit(code) ? 20 : undefined) },
];

/**
 * Splits a text into segments with the fewest bits, in linear time: the library searches a graph of all splits, which is slow for some
 * texts.
 *
 * @returns undefined if no code of this level holds the text
 */
export function splitSegments(text: string, level: ErrorCorrection): QRCodeSegment[] | undefined {
  // Length fields are shortest in the smallest codes: what is too long with these is too long.
  const shortest = split(text, 0);
  for (const [group, bytes] of ROOM[level].entries()) {
    if (shortest.bits > 8 * bytes) continue;
    const { bits, segments } = group === 0 ? shortest : split(text, group);
    if (bits <= 8 * bytes) return segments;
  }
  return undefined;
}

/** Mode before the first character. */
const NOWHERE = -1;

/** Finds the best split in a group of versions: the cheapest way for each character and mode. */
function split(text: string, group: number): { bits: number; segments: QRCodeSegment[] } {
  const heads = modes.map(({ lengthBits }) => (4 + (lengthBits[group] ?? 0)) * SIXTHS);
  const cameFrom = new Int8Array(text.length * modes.length);
  let costs: number[] = modes.map(() => Number.POSITIVE_INFINITY);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const [cheapest, least] = at === 0 ? [NOWHERE, 0] : findCheapest(costs);
    costs = modes.map(({ costOf }, to) => {
      const own = costOf(code);
      if (own === undefined) return Number.POSITIVE_INFINITY;
      const [staying = Number.POSITIVE_INFINITY, head = 0] = [costs[to], heads[to]];
      const stays = staying <= least + head;
      cameFrom[at * modes.length + to] = stays ? to : cheapest;
      return (stays ? staying : least + head) + own;
    });
  }
  const [last, sixths] = findCheapest(costs);
  return { bits: sixths / SIXTHS, segments: cut(text, cameFrom, last) };
}

/** Finds the cheapest mode, and its cost: segments end with whole bits. */
function findCheapest(costs: readonly number[]): [mode: number, cost: number] {
  const whole = costs.map((cost) => Math.ceil(cost / SIXTHS) * SIXTHS);
  const least = Math.min(...whole);
  return [whole.indexOf(least), least];
}

/** Traces back from the last character, and cuts where the mode changes. */
function cut(text: string, cameFrom: Int8Array, last: number): QRCodeSegment[] {
  const segments: QRCodeSegment[] = [];
  let [mode, end] = [last, text.length];
  for (let at = text.length - 1; at >= 0; at--) {
    const before = cameFrom[at * modes.length + mode] ?? NOWHERE;
    if (at > 0 && before === mode) continue;
    segments.push(segmentIn(mode, text.slice(at, end)));
    [mode, end] = [before, at];
  }
  return segments.reverse();
}

function segmentIn(at: number, text: string): QRCodeSegment {
  const mode = modes[at]?.mode ?? 'byte';
  return mode === 'byte' ? { mode, data: new TextEncoder().encode(text) } : { mode, data: text };
}
