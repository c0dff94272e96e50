import Type, { type TObject, type TString } from 'typebox';

/** The texts of a reading by their place in it, e.g. `general`, `love.description`, `cards.0.meaning`. */
export type Prose = Record<string, string>;

const LONGEST = 1_500;

/** The texts of a reading, but for those that are kept as they are. `cards.*.card` stands for the card of each of the cards. */
export function proseOf(reading: object, kept: readonly string[]): Prose {
  const prose: Prose = {};
  const collect = (value: unknown, place: string): void => {
    if (typeof value === 'string' && !kept.includes(place.replace(/\b\d+\b/g, '*'))) prose[place] = value;
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) collect(inner, place ? `${place}.${name}` : name);
  };
  collect(reading, '');
  return prose;
}

/** The shape in which the same texts can be written anew: all of them, nothing else. */
export const proseSchema = (prose: Prose): TObject<Record<string, TString>> =>
  Type.Object(
    Object.fromEntries(
      Object.keys(prose).map((place) => [place, Type.String({ minLength: 1, maxLength: LONGEST, pattern: '\\S' })]),
    ),
    { additionalProperties: false },
  );

/** The reading with other texts in the same places. */
export function withProse<Reading extends object>(reading: Reading, prose: Readonly<Record<string, unknown>>): Reading {
  const rewrite = <Value>(value: Value, place: string): Value => {
    const text = prose[place];
    if (typeof value === 'string' && typeof text === 'string') return text.trim() as typeof value;
    if (typeof value !== 'object' || value === null) return value;
    const inner = (name: string): string => (place ? `${place}.${name}` : name);
    if (Array.isArray(value)) return value.map((item, at) => rewrite(item, inner(String(at)))) as typeof value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rewrite(one, inner(name))])) as Value;
  };
  return rewrite(reading, '');
}
