import { missing } from './errors.js';

/** Parameters of every list. */
interface Asked {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number };
}

/** A page of a list, the newest first. */
export function page<T extends { id: string; created: number }>(url: string, all: readonly T[], asked: Asked): object {
  const { limit = 10, starting_after: after, ending_before: before, created: when = {} } = asked;
  const { gt, gte, lt, lte } =
    typeof when === 'number' ? { gte: when, lte: when } : { gt: undefined, lt: undefined, ...when };
  const fits = all.filter(
    ({ created: at }) =>
      (gt === undefined || at > gt) &&
      (gte === undefined || at >= gte) &&
      (lt === undefined || at < lt) &&
      (lte === undefined || at <= lte),
  );
  const place = (id: string, param: string): number => {
    const found = fits.findIndex((one) => one.id === id);
    if (found < 0) throw missing('object', id, param);
    return found;
  };
  const start = after === undefined ? 0 : place(after, 'starting_after') + 1;
  const end = before === undefined ? fits.length : place(before, 'ending_before');
  const data = before === undefined ? fits.slice(start, start + limit) : fits.slice(Math.max(start, end - limit), end);
  const has_more = before === undefined ? start + limit < fits.length : end - limit > start;
  return { object: 'list', url, has_more, data };
}
