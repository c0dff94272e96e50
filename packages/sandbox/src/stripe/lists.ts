import { missing } from './errors.js';

/** Parameters of every list. */
interface ListParameters {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number };
}

/** Returns a page of a list, the newest first. */
export function page<T extends { id: string; created: number }>(
  url: string,
  all: readonly T[],
  parameters: ListParameters,
): object {
  const { limit = 10, starting_after: after, ending_before: before, created: when = {} } = parameters;
  const { gt, gte, lt, lte } =
    typeof when === 'number' ? { gte: when, lte: when } : { gt: undefined, lt: undefined, ...when };
  const matching = all.filter(
    ({ created: at }) =>
      (gt === undefined || at > gt) &&
      (gte === undefined || at >= gte) &&
      (lt === undefined || at < lt) &&
      (lte === undefined || at <= lte),
  );
  const findIndex = (id: string, param: string): number => {
    const found = matching.findIndex((one) => one.id === id);
    if (found < 0) throw missing('object', id, param);
    return found;
  };
  const start = after === undefined ? 0 : findIndex(after, 'starting_after') + 1;
  const end = before === undefined ? matching.length : findIndex(before, 'ending_before');
  const data =
    before === undefined ? matching.slice(start, start + limit) : matching.slice(Math.max(start, end - limit), end);
  const has_more = before === undefined ? start + limit < matching.length : end - limit > start;
  return { object: 'list', url, has_more, data };
}
