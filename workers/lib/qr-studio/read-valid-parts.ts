import { ApiError, type Problem } from '../../../shared/contract/api-error.js';

/** A value of JSON that was read as far as it is valid. */
interface ReadParts<T> {
  /** Undefined if nothing of it is valid. */
  readonly read: T | undefined;
  /** Problems of the whole value. */
  readonly problems: readonly Problem[];
}

/** Rounds in which invalid parts are removed; each reveals what is invalid without them. */
const MOST_ROUNDS = 40;

/**
 * Reads a value without its invalid parts. A field that is invalid is removed; where one is missing, the list item around it is removed, or
 * the field is filled in.
 *
 * @param fill returns a value for a missing field outside of lists; undefined if there is none
 */
export async function readValidParts<T>(
  value: object,
  read: (value: object) => T | Promise<T>,
  fill: (path: readonly PathPart[]) => unknown = () => undefined,
): Promise<ReadParts<T>> {
  let rest: object = structuredClone(value);
  let problems: readonly Problem[] | undefined;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    try {
      return { read: await read(rest), problems: problems ?? [] };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const found = listProblems(error);
      problems ??= found;
      const paths = found.map(({ param }) => parsePath(param));
      // Every path is resolved before anything is removed, which changes the positions in lists.
      const changes = paths.map((path) => findChange(rest, path, fill));
      const isChanged = changes.map((change) => change?.() ?? false).some(Boolean);
      if (!isChanged) break;
      rest = Object(compact(rest));
    }
  }
  return { read: undefined, problems: problems ?? [] };
}

/** Returns the problems of an error; one about no field has an empty path. */
export const listProblems = ({ problems, type, message }: ApiError): readonly Problem[] =>
  problems.length > 0 ? problems : [{ param: '', type, message }];

export type PathPart = string | number;

/** Parses a path: `page.blocks[0].props` → `['page', 'blocks', 0, 'props']`. */
export const parsePath = (path: string): PathPart[] =>
  [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, index]) => (index === undefined ? name : Number(index)));

/** Marks a removed part until all are removed. */
const REMOVED = Symbol('removed');

/** Finds how to make a value valid at a path. */
function findChange(
  value: object,
  path: readonly PathPart[],
  fill: (path: readonly PathPart[]) => unknown,
): (() => boolean) | undefined {
  const name = path.at(-1);
  const parent = follow(value, path.slice(0, -1));
  if (name === undefined) return undefined;
  if (parent !== undefined && Object.hasOwn(parent, name)) return () => Reflect.set(parent, name, REMOVED);
  const item = path.findLastIndex((part) => typeof part === 'number');
  if (item >= 0) {
    const list = follow(value, path.slice(0, item));
    return list && (() => Reflect.set(list, path[item] ?? '', REMOVED));
  }
  const filled = fill(path);
  if (filled === undefined || parent === undefined) return undefined;
  return () => Reflect.set(parent, name, filled);
}

/** Returns the object or list at a path; undefined if there is none. */
function follow(value: object, path: readonly PathPart[]): object | undefined {
  let at: unknown = value;
  for (const part of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Reflect.get(at, part);
  }
  return typeof at === 'object' && at !== null ? at : undefined;
}

/** Returns a value without its removed parts. */
function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== REMOVED).map(compact);
  if (typeof value !== 'object' || value === null) return value;
  const left = Object.entries(value).filter(([, one]) => one !== REMOVED);
  return Object.fromEntries(left.map(([name, one]) => [name, compact(one)]));
}
