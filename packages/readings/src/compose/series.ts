import type { Line } from './line.js';
import { randomFrom } from './random.js';

/**
 * Texts of one subject that follow each other. Each group's lines are shuffled once for the series and said in that order,
 * one a turn, so that none comes back before all others have been said.
 */
export interface Series {
  /** Whose texts these are, e.g. `leo` or a date of birth: every series has an order of its own. */
  readonly of: string;
  /** The number of this text, e.g. the day number for a daily text. */
  readonly turn: number;
}

/** When lines come up, if not in every text of the series. */
interface Turn {
  readonly turn?: number;
  readonly rest?: number;
}

/**
 * Makes what takes, of the lines that may be said, those whose turn it is in their group, or those that are nearest to
 * it. Where lines must `rest`, there may be none.
 */
export function takeTurns(series: Series) {
  const orders = new Map<string, readonly number[]>();

  /** The numbers below `count` in the order that a group has in this series. */
  const orderOf = (group: string, count: number): readonly number[] => {
    const key = `${series.of} ${group} ${count}`;
    const order = orders.get(key) ?? randomFrom(key).shuffle(Array.from({ length: count }, (_, place) => place));
    orders.set(key, order);
    return order;
  };

  /** How many turns are left until a line comes up. */
  const waitOf = ({ group, place }: Line, { turn = series.turn, rest = 0 }: Turn): number => {
    const turns = Math.max(group.size, rest);
    return mod(orderOf(group.name, turns).indexOf(place) - turn, turns);
  };

  return <Said extends { readonly line: Line }>(ready: readonly Said[], asked: Turn): readonly Said[] => {
    const waits = ready.map((said) => ({ said, wait: waitOf(said.line, asked) }));
    const least = asked.rest === undefined ? Math.min(...waits.map(({ wait }) => wait)) : 0;
    return waits.filter(({ wait }) => wait === least).map(({ said }) => said);
  };
}

const mod = (value: number, by: number): number => ((value % by) + by) % by;
