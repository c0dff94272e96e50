import { isDeepStrictEqual } from 'node:util';
import type { LoggedState } from './collections.js';

/** Maximum size of a state in the log, and of one of its fields, in characters of JSON. */
const [MOST_IN_STATE, MOST_IN_FIELD] = [8_000, 2_000];

/** Reduces a state to what JSON represents, and shortens it to the size that the log stores. */
export function boundState(state: LoggedState | null): LoggedState | null {
  if (state === null) return null;
  let left = MOST_IN_STATE;
  return Object.fromEntries(
    Object.entries(state).flatMap(([name, value]): [string, unknown][] => {
      const json = JSON.stringify(value);
      if (json === undefined) return [];
      const text = json.length > MOST_IN_FIELD ? `${json.slice(0, MOST_IN_FIELD)}…` : undefined;
      left -= name.length + (text ?? json).length;
      return [[name, left < 0 ? '(too large)' : (text ?? JSON.parse(json))]];
    }),
  );
}

/** Reduces two states of a subject to the fields that differ. A state that does not exist is null, and the other one is stored whole. */
export function findDifferences(before: LoggedState | null, after: LoggedState | null) {
  if (before === null || after === null) return { before: boundState(before), after: boundState(after) };
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const pick = (state: LoggedState) =>
    boundState(Object.fromEntries(changed.map((name) => [name, state[name] ?? null])));
  return { before: pick(before), after: pick(after) };
}

/** Lists the changed fields of an entry, with texts to show; those of a subject that was created or deleted without what was empty. */
export function listChanges(before: unknown, after: unknown) {
  const [was, is]: [LoggedState, LoggedState] = [Object(before), Object(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names
    .map((name) => ({ name, before: toText(was[name]), after: toText(is[name]) }))
    .filter((change) => change.before !== change.after);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const toText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  return INSTANT.test(value) ? `${value.slice(0, 19).replace('T', ' ')} UTC` : value;
};
