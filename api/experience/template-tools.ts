import { DateTime } from 'luxon';
import { isDay, type PropsOf } from '../../shared/experience/blocks.js';
import { ICON_SIDE, iconPaths } from '../../shared/icon-set.js';

/** Names under which people know what the icon set calls otherwise. */
const ALIASES: Readonly<Record<string, string>> = {
  x: 'twitter-x',
  email: 'envelope-fill',
  mail: 'envelope-fill',
  phone: 'telephone-fill',
  call: 'telephone-fill',
  website: 'globe2',
  web: 'globe2',
  homepage: 'globe2',
  blog: 'rss-fill',
  maps: 'geo-alt-fill',
};

/** An icon as SVG for a page: decoration, the words beside it say the same. */
function iconSvg(name: string): string {
  const paths = iconPaths(name).map(({ path, rule }) => `<path${rule ? ' fill-rule="evenodd"' : ''} d="${path}"/>`);
  return `<svg class="icon" viewBox="0 0 ${ICON_SIDE} ${ICON_SIDE}" aria-hidden="true" focusable="false">${paths.join('')}</svg>`;
}

/** The icon of a place on the web, found by what it is called or by its address. */
function placeIcon(name: string, address: string): string {
  const { protocol, hostname } = new URL(address);
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const byAddress = { 'mailto:': 'email', 'tel:': 'phone' }[protocol] ?? hostname.split('.').at(-2) ?? '';
  const candidates = [slug, byAddress].flatMap((word) => [
    ...(Object.hasOwn(ALIASES, word) ? [ALIASES[word]] : []),
    word,
  ]);
  return iconSvg(candidates.find((word) => word && iconPaths(word).length > 0) ?? 'link-45deg');
}

/** The forms of dates of a language that is written in several countries. */
const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB', pt: 'pt-BR' };

const localeOf = (language: string): string => LOCALES[language] ?? language;

/** When an event is, in words of a language and in its own time zone. */
function eventTimes({ start, end, timezone }: Pick<PropsOf<'event'>, 'start' | 'end' | 'timezone'>, language: string) {
  const read = (moment: string) =>
    DateTime.fromISO(moment, { zone: isDay(start) ? 'UTC' : timezone }).setLocale(localeOf(language));
  const [from, to] = [read(start), read(end ?? start)];
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
const dayInWords = (moment: string, language: string): string =>
  DateTime.fromISO(moment, { zone: 'UTC' }).setLocale(localeOf(language)).toLocaleString(DateTime.DATE_FULL);

/** The last day on which something is valid, as an instant: a day is valid to its end. */
const isOver = (moment: string, now: Date): boolean =>
  (isDay(moment) ? DateTime.fromISO(moment, { zone: 'UTC' }).endOf('day') : DateTime.fromISO(moment)).toJSDate() < now;

/** The host of an address, without the `www.` that says nothing. */
const hostOf = (address: string): string => new URL(address).hostname.replace(/^www\./, '');

/** What templates may use besides what they show. */
export const tools = { icon: iconSvg, placeIcon, hostOf, eventTimes, dayInWords, isOver };
