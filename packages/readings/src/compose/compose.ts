import { capitalise, type Facts, fill, type Line, meets, type Slots, type When } from './line.js';
import type { Pack } from './pack.js';
import { type Random, randomFrom } from './random.js';
import { type Series, takeTurns } from './series.js';

/** What a text follows from. */
export interface Composition {
  readonly facts: Facts;
  readonly slots?: Slots;
  /** The same seed, facts and slots give the same text. */
  readonly seed: string;
  /** Of a text in a series. */
  readonly series?: Series;
}

/** What one line needs beyond the composition, and what limits it. */
export interface Ask {
  readonly facts?: Facts;
  readonly slots?: Slots;
  /** The longest that the filled line may be, in UTF-16 units. */
  readonly max?: number;
  /** Whether the line is only a part of a sentence, so that its first letter stays as it is. */
  readonly fragment?: boolean;
  /** The turn of a move that does not come up in every text of the series: how often it has come up before. */
  readonly turn?: number;
  /**
   * The fewest turns that a line rests before it comes back. A group with fewer lines has nothing to say in some of the
   * turns, so the move must be one that can be left out.
   */
  readonly rest?: number;
}

/** Writes one text. It never says a line twice, and avoids starting two sentences alike. */
export interface Composer extends Random {
  /** A line of the move. @throws RangeError when no line fits the facts, the slots and the limit */
  say(move: string, ask?: Ask): string;
  /** A line of the move, or undefined when none fits. */
  find(move: string, ask?: Ask): string | undefined;
  /** One line per move, as one paragraph. A move that ends in `?` is left out when no line fits. */
  tell(moves: readonly string[], ask?: Ask): string;
  /** Up to `count` different lines of the move, by default all. */
  list(move: string, count?: number, ask?: Ask): string[];
  /** One of the phrases of that name. @throws RangeError when the pack has none */
  phrase(name: string): string;
  /** All phrases of that name, in the pack's order. */
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

  const find = (move: string, ask: Ask = {}): string | undefined => {
    const facts = { ...composition.facts, ...ask.facts };
    const slots = { ...composition.slots, ...ask.slots };
    const max = ask.max ?? Number.POSITIVE_INFINITY;
    const ready: { line: Line; filled: string }[] = [];
    let when: When | undefined;
    let isMet = false;
    for (const line of pack.moves.get(move) ?? []) {
      // Lines that are written under one condition follow each other.
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
    const inTurn = due?.(ready, ask) ?? ready;
    if (inTurn.length === 0) return undefined;
    const { line, filled } = random.pick(prefer(inTurn, (one) => !openings.has(openingOf(one.filled))));
    said.add(line);
    openings.add(openingOf(filled));
    return ask.fragment ? filled : capitalise(filled);
  };

  const say = (move: string, ask?: Ask): string => {
    const text = find(move, ask);
    if (text === undefined) throw new RangeError(`no line of "${move}" fits in the ${pack.language} pack`);
    return text;
  };

  return {
    ...random,
    find,
    say,
    tell: (moves, ask) =>
      moves
        .map((move) => (move.endsWith('?') ? find(move.slice(0, -1), ask) : say(move, ask)))
        .filter((line) => line !== undefined)
        .join(' '),
    list: (move, count = Number.POSITIVE_INFINITY, ask = {}) => {
      const turn = ask.turn ?? composition.series?.turn;
      const lines: string[] = [];
      while (lines.length < count) {
        // A list of three takes three turns: what it says now it does not say in the next one.
        const next = turn !== undefined && Number.isFinite(count) ? { turn: turn * count + lines.length } : {};
        const line = find(move, { ...ask, ...next });
        if (line === undefined) break;
        lines.push(line);
      }
      return lines;
    },
    phrases: (name) => pack.phrases[name] ?? [],
    phrase: (name) => random.pick(pack.phrases[name] ?? []),
  };
}

/** Those that pass, or all when none does. */
function prefer<Item>(items: readonly Item[], passes: (item: Item) => boolean): readonly Item[] {
  const preferred = items.filter(passes);
  return preferred.length > 0 ? preferred : items;
}

/** The first two words of a text: what makes two sentences start alike. */
const openingOf = (text: string): string => (/^\S*(?:\s+\S*)?/.exec(text)?.[0] ?? '').toLowerCase().replace(/\s+/, ' ');
