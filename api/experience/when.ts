import { DateTime } from 'luxon';
import type { PropsOf } from '../../shared/experience/blocks.js';
import { isDay } from '../../shared/experience/blocks.js';

/** The forms of dates of a language that is written in several countries. */
const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB', pt: 'pt-BR' };

const localeOf = (language: string): string => LOCALES[language] ?? language;

/** When an event is, in words of a language and in its own time zone. */
export function eventTimes(
  { start, end, timezone }: Pick<PropsOf<'event'>, 'start' | 'end' | 'timezone'>,
  language: string,
) {
  const [from, to] = [start, end ?? start].map((moment) =>
    DateTime.fromISO(moment, { zone: isDay(start) ? 'UTC' : timezone }).setLocale(localeOf(language)),
  ) as [DateTime, DateTime];
  const sameDay = from.hasSame(to, 'day');
  const date = (day: DateTime) =>
    day.toLocaleString({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  return {
    month: from.toFormat('LLL'),
    day: from.toFormat('d'),
    date: sameDay ? date(from) : `${date(from)} – ${date(to)}`,
    hours: isDay(start) ? undefined : `${from.toFormat('HH:mm')} – ${to.toFormat('HH:mm')} (${from.offsetNameShort})`,
    starts: isDay(start) ? undefined : start,
  };
}

/** A day in words of a language. */
export const dayInWords = (moment: string, language: string): string =>
  DateTime.fromISO(moment, { zone: 'UTC' }).setLocale(localeOf(language)).toLocaleString(DateTime.DATE_FULL);

/** The last day on which something is valid, as an instant: a day is valid to its end. */
export const isOver = (moment: string, now: Date): boolean =>
  (isDay(moment) ? DateTime.fromISO(moment, { zone: 'UTC' }).endOf('day') : DateTime.fromISO(moment)).toJSDate() < now;
