import type { Rule } from '../endpoint.js';
import { errors } from '../errors.js';
import { instant, named, nullable, object, text } from '../fields.js';

// Parts of the contracts of channel data and of search.

/** Fields of every item in a list. */
export const found = {
  id: text(),
  title: text({ minLength: 0 }),
  description: text({ minLength: 0 }),
  publishedAt: instant({ description: 'Time of publication' }),
};

/** A channel or a video in a list. */
export const item = named(
  'VideoPlatformItem',
  object(
    { ...found, thumb: nullable(text({ description: 'URL of the thumbnail' })) },
    { description: 'Channel or video in a list' },
  ),
);

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const RFC_3339 =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** The instant that a text names: an RFC 3339 date-time, or a day as YYYY-MM-DD (its first instant, UTC). */
export function parseInstant(text: string): Date | undefined {
  const day = DAY.test(text) ? text : RFC_3339.exec(text)?.[1];
  if (day === undefined || !isCalendarDay(day)) return undefined;
  const instant = new Date(text.toUpperCase().replace(' ', 'T'));
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

function isCalendarDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** `after` and `before` are dates, and `after` is not the later one. */
export const datesAreInOrder: Rule<{ after?: string; before?: string }> = {
  describe: 'after must not be later than before',
  brief: '',
  check({ after, before }) {
    const from = after === undefined ? undefined : parseInstant(after);
    const to = before === undefined ? undefined : parseInstant(before);
    const isReadable = (after === undefined || from) && (before === undefined || to);
    return isReadable && !(from && to && from > to) ? undefined : errors.invalidDates();
  },
};
