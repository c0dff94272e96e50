import { capitalise, type Facts, fill, type Line, meets, type Slots, type When } from './line.js';
import type { Pack } from './pack.js';
import { type Random, randomFrom } from './random.js';
import { type Series, takeTurns } from './series.js';

/** Input of a text: the same facts, slots and seed give the same text. */
export interface Composition {
  readonly facts: Facts;
  readonly slots?: Slots;
  readonly seed: string;
  /** Series that the text belongs to. */
  readonly series?: Series;
}

/** Facts and slots of one line besides those of the composition, and its limits. */
export interface LineRequest {
  readonly facts?: Facts;
  readonly slots?: Slots;
  /** Maximum length of the filled line, in UTF-16 units. */
  readonly max?: number;
  /** True if the line is only a part of a sentence, so that its first letter stays as it is. */
  readonly fragment?: boolean;
  /** Turn of a move that does not come up in every text of the series: the number of times that it has come up before. */
  readonly turn?: number;
  /** Minimum number of turns until a line comes back. A group with fewer lines has none in some of the turns. */
  readonly rest?: number;
}

/** Writes one text. It never says a line twice, and avoids starting two sentences alike. */
export interface Composer extends Random {
  /** Returns a line of the move. @throws RangeError when no line fits the facts, the slots and the limit */
  say(move: string, request?: LineRequest): string;
  /** Returns a line of the move, or undefined when none fits. */
  find(move: string, request?: LineRequest): string | undefined;
  /** Returns a paragraph of one line per move. A move that ends in `?` is left out when no line fits. */
  tell(moves: readonly string[], request?: LineRequest): string;
  /** Returns up to `count` different lines of the move, by default all. */
  list(move: string, count?: number, request?: LineRequest): string[];
  /** Returns one of the phrases of that name. @throws RangeError when the pack has none */
  phrase(name: string): string;
  /** Returns all phrases of that name, in the pack's order. */
  phrases(name: string): readonly string[];
}

/**
 * Starts a text.
 *
 * @example
 * const writer = compose(pack, { facts: { element: 'fire' }, slots: { sign: 'Leo' }, seed: 'leo 2026-01-05', series: { of: 'leo', turn: day } });
 * const general = writer.tell(['opening', 'effect', 'scene', 'caution?', 'turn-to-action']);
 */
export function compose(pack: Pack, composition: Composition): Composer {
  const random = randomFrom(composition.seed);
  const said = new Set<Line>();
  const openings = new Set<string>();
  const due = composition.series && takeTurns(composition.series);

  const find = (move: string, request: LineRequest = {}): string | undefined => {
    const facts = { ...composition.facts, ...request.facts };
    const slots = { ...composition.slots, ...request.slots };
    const max = request.max ?? Number.POSITIVE_INFINITY;
    const ready: { line: Line; filled: string }[] = [];
    let when: When | undefined;
    let isMet = false;
    for (const line of pack.moves.get(move) ?? []) {
      // Lines with the same condition follow each other.
      if (line.when !== when) {
        when = line.when;
        isMet = meets(when, facts);
      }
      if (!isMet || said.has(line)) continue;
      const filled = fill(line, slots, pack.joins);
      if (filled === undefined || filled.length > max) continue;
      ready.push({ line, filled });
    }
    if (ready.length === 0) return undefined;
    const inTurn = due?.(ready, request) ?? ready;
    if (inTurn.length === 0) return undefined;
    const { line, filled } = random.pick(prefer(inTurn, (one) => !openings.has(findOpening(one.filled))));
    said.add(line);
    openings.add(findOpening(filled));
    return request.fragment ? filled : capitalise(filled);
  };

  const say = (move: string, request?: LineRequest): string => {
    const text = find(move, request);
    if (text === undefined) throw new RangeError(`no line of "${move}" fits in the ${pack.language} pack`);
    return text;
  };

  return {
    ...random,
    find,
    say,
    tell: (moves, request) =>
      moves
        .map((move) => (move.endsWith('?') ? find(move.slice(0, -1), request) : say(move, request)))
        .filter((line) => line !== undefined)
        .join(' '),
    list: (move, count = Number.POSITIVE_INFINITY, request = {}) => {
      const turn = request.turn ?? composition.series?.turn;
      const lines: string[] = [];
      while (lines.length < count) {
        // A list of three takes three turns, so that the next list says other lines.
        const next = turn !== undefined && Number.isFinite(count) ? { turn: turn * count + lines.length } : {};
        const line = find(move, { ...request, ...next });
        if (line === undefined) break;
        lines.push(line);
      }
      return lines;
    },
    phrases: (name) => pack.phrases[name] ?? [],
    phrase: (name) => random.pick(pack.phrases[name] ?? []),
  };
}

/** Returns the items that pass, or all when none does. */
function prefer<Item>(items: readonly Item[], passes: (item: Item) => boolean): readonly Item[] {
  const preferred = items.filter(passes);
  return preferred.length > 0 ? preferred : items;
}

/** Returns the first two words of a text. */
const findOpening = (text: string): string =>
  (/^\S*(?:\s+\S*)?/.exec(text)?.[0] ?? '').toLowerCase().replace(/\s+/, ' ');
