import { signs } from '../../../../shared/contract/catalogue/horoscope-names.js';

/** Calculated facts, indexed for checks. */
export interface Known {
  /** All facts, as JSON. */
  readonly keys: string;
  /** Facts as the model got them. */
  readonly told: string;
  readonly houses: readonly number[];
  readonly retrograde: readonly string[];
  housesOf(planet: string): number[];
  signsOf(planet: string): string[];
}

/** A value of the facts, with its name and the fields beside it. */
interface Leaf {
  readonly name: string;
  readonly value: unknown;
  readonly beside: Readonly<Record<string, unknown>>;
}

export function indexFacts(facts: object, told: string): Known {
  const keys = JSON.stringify(facts);
  const leaves = listLeaves(facts);
  const houses = leaves.filter(({ name, value }) => name.endsWith('house') && typeof value === 'number');
  const isSign = (value: unknown): value is string => signs.some((sign) => sign === value);
  return {
    keys,
    told,
    houses: houses.map(({ value }) => Number(value)),
    retrograde: leaves.filter(({ name }) => name.includes('retrograde')).map(({ value }) => String(value)),
    housesOf: (planet) =>
      houses
        // A daily reading's house is that of the moon.
        .filter(
          ({ name, beside }) =>
            name === `${planet}_house` || beside.planet === planet || (name === 'house' && planet in beside),
        )
        .map(({ value }) => Number(value)),
    signsOf: (planet) =>
      leaves.filter(({ name, value }) => name.includes(planet) && isSign(value)).map(({ value }) => String(value)),
  };
}

function listLeaves(value: unknown, name = '', beside: Readonly<Record<string, unknown>> = {}): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((one) => listLeaves(one, name, beside));
  if (typeof value !== 'object' || value === null) return [{ name, value, beside }];
  const own = Object.fromEntries(Object.entries(value));
  return Object.entries(own).flatMap(([key, inner]) => listLeaves(inner, key, own));
}
