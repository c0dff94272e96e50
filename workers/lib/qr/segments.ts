import type { QRCodeSegment } from 'qrcode';

/** Levels of error correction that are used (ISO/IEC 18004:2015, 7.5.1). */
export type ErrorCorrection = 'M' | 'H';

/** Bits of the longest data of versions 9, 26 and 40, with which the lengths of segments change their size (tables 3 and 7). */
const ROOM = { M: [182, 1062, 2334], H: [100, 596, 1276] } as const;

/** Costs are counted in sixths of a bit: three digits take ten bits, two letters eleven (7.4.4). */
const SIXTHS = 6;

interface Mode {
  readonly mode: 'numeric' | 'alphanumeric' | 'byte';
  /** Bits of the length of a segment, by group of versions; four more say which mode it is. */
  readonly lengthBits: readonly [number, number, number];
  /** Of a character, in sixths of a bit; undefined where it cannot be written in this mode. */
  costOf(code: number): number | undefined;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** The characters of alphanumeric mode (table 5). */
const ALPHANUMERIC = new Set([...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'].map((sign) => sign.charCodeAt(0)));

/** Bytes of a character in UTF-8; halves of a surrogate pair have two of its four each. */
const bytesOf = (code: number): number => (code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3);

const modes: readonly Mode[] = [
  { mode: 'byte', lengthBits: [8, 16, 16], costOf: (code) => 8 * SIXTHS * bytesOf(code) },
  {
    mode: 'alphanumeric',
    lengthBits: [9, 11, 13],
    costOf: (code) => (ALPHANUMERIC.has(code) ? 33 : undefined),
  },
  { mode: 'numeric', lengthBits: [10, 12, 14], costOf: (code) => (isDigit(code) ? 20 : undefined) },
];

/**
 * Splits a text into segments that take the fewest bits, in time that grows with its length alone: the library looks for the shortest way
 * through a graph of all splits, which takes some texts longer than all else that is done for their code.
 *
 * @returns undefined when no code of this level holds the text
 */
export function segmentsOf(text: string, level: ErrorCorrection): QRCodeSegment[] | undefined {
  // Lengths take the least in the smallest codes: what is too long with these is too long.
  const shortest = split(text, 0);
  for (const [group, bytes] of ROOM[level].entries()) {
    if (shortest.bits > 8 * bytes) continue;
    const { bits, segments } = group === 0 ? shortest : split(text, group);
    if (bits <= 8 * bytes) return segments;
  }
  return undefined;
}

/** How a text is written up to some character when that is in some mode: for what, and after a character in which mode. */
const NOWHERE = -1;

/** The best split in a group of versions: for each character and mode the cheapest way to come there. */
function split(text: string, group: number): { bits: number; segments: QRCodeSegment[] } {
  const heads = modes.map(({ lengthBits }) => (4 + (lengthBits[group] ?? 0)) * SIXTHS);
  const cameFrom = new Int8Array(text.length * modes.length);
  let costs: number[] = modes.map(() => Number.POSITIVE_INFINITY);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const [cheapest, least] = at === 0 ? [NOWHERE, 0] : cheapestOf(costs);
    costs = modes.map(({ costOf }, to) => {
      const own = costOf(code);
      if (own === undefined) return Number.POSITIVE_INFINITY;
      const [staying = Number.POSITIVE_INFINITY, head = 0] = [costs[to], heads[to]];
      const stays = staying <= least + head;
      cameFrom[at * modes.length + to] = stays ? to : cheapest;
      return (stays ? staying : least + head) + own;
    });
  }
  const [last, sixths] = cheapestOf(costs);
  return { bits: sixths / SIXTHS, segments: cut(text, cameFrom, last) };
}

/** The mode in which a text may end for least, and what it costs then: segments end with whole bits. */
function cheapestOf(costs: readonly number[]): [mode: number, cost: number] {
  const whole = costs.map((cost) => Math.ceil(cost / SIXTHS) * SIXTHS);
  const least = Math.min(...whole);
  return [whole.indexOf(least), least];
}

/** Goes back from the last character to the first, and cuts where the mode changes. */
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
