import type { Line } from './line.js';
import { randomFrom } from './random.js';

/**
 * Texts of one subject that follow each other. The lines of a group are shuffled once for the series and said in that order,
 * one a turn, so that none comes back before all others were said.
 */
export interface Series {
  /** Name of the series, e.g. `leo` or a date of birth. Every series has an order of its own. */
  readonly of: string;
  /** Number of the text, e.g. the day number of a daily text. */
  readonly turn: number;
}

/** Turn of a move that does not come up in every text, as in a request. */
interface Turn {
  readonly turn?: number;
  readonly rest?: number;
}

/**
 * Creates a filter of lines by their turn: it returns those whose turn it is in their group, else those whose turn is next. If
 * lines must `rest`, it may return none.
 */
export function takeTurns(series: Series) {
  const orders = new Map<string, readonly number[]>();

  /** Returns the numbers below `count` in the order of a group in this series. */
  const chooseOrder = (group: string, count: number): readonly number[] => {
    const key = `${series.of} ${group} ${count}`;
    const order = orders.get(key) ?? randomFrom(key).shuffle(Array.from({ length: count }, (_, place) => place));
    orders.set(key, order);
    return order;
  };

  /** Returns the number of turns until a line comes up. */
  const findWait = ({ group, place }: Line, { turn = series.turn, rest = 0 }: Turn): number => {
    const turns = Math.max(group.size, rest);
    return mod(chooseOrder(group.name, turns).indexOf(place) - turn, turns);
  };

  return <Said extends { readonly line: Line }>(ready: readonly Said[], asked: Turn): readonly Said[] => {
    const waits = ready.map((said) => ({ said, wait: findWait(said.line, asked) }));
    const least = asked.rest === undefined ? Math.min(...waits.map(({ wait }) => wait)) : 0;
    return waits.filter(({ wait }) => wait === least).map(({ said }) => said);
  };
}

const mod = (value: number, by: number): number => ((value % by) + by) % by;
