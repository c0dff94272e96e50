import { LRUCache } from 'lru-cache';
import { DateTime } from 'luxon';
import { isDay, type PropsOf } from '../../../shared/contract/hosted-pages/blocks.js';
import { ICON_SIDE, iconPaths } from '../../../shared/icon-set.js';
import { describeHours } from './business-hours.js';
import { findVideoEmbed } from './films.js';
import { hyphenate } from './hyphenated.js';
import { inputTypes } from './leads.js';
import { findLocale } from './words/locale.js';

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

/** When an event is, in words of a language and in its own time zone. */
function eventTimes({ start, end, timezone }: Pick<PropsOf<'event'>, 'start' | 'end' | 'timezone'>, language: string) {
  const read = (moment: string) =>
    DateTime.fromISO(moment, { zone: isDay(start) ? 'UTC' : timezone }).setLocale(findLocale(language));
  const [from, to] = [read(start), end === undefined ? undefined : read(end)];
  const isOneDay = !to || from.hasSame(to, 'day');
  const date = (day: DateTime) =>
    day.toLocaleString({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const clock = (moment: DateTime) => moment.toFormat('HH:mm');
  const zone = `(${from.offsetNameShort})`;
  const leaf = { month: from.toFormat('LLL'), day: from.toFormat('d') };
  if (isDay(start)) return { ...leaf, date: isOneDay ? date(from) : `${date(from)} – ${date(to)}` };
  // Over several days each end has its own day before its time: two times alone would read as those of one day.
  const [day, hours] = isOneDay
    ? [date(from), `${clock(from)}${to ? ` – ${clock(to)}` : ''} ${zone}`]
    : [`${date(from)}, ${clock(from)} –`, `${date(to)}, ${clock(to)} ${zone}`];
  return { ...leaf, date: day, hours, starts: start };
}

/** A menu has a hundred prices, and a formatter some 30 KB outside the heap. */
const priceFormats = new LRUCache<string, Intl.NumberFormat>({ max: 200 });

/** A price in a currency; in none, as a number. */
function priceInWords(price: number, currency: string | undefined, language: string): string {
  const decimals = currency || Number.isInteger(price) ? 0 : 2;
  const key = `${language} ${currency ?? decimals}`;
  const kept = priceFormats.get(key);
  const format =
    kept ??
    new Intl.NumberFormat(
      findLocale(language),
      currency ? { style: 'currency', currency } : { minimumFractionDigits: decimals },
    );
  if (!kept) priceFormats.set(key, format);
  return format.format(price);
}

/** Where a place is shown: in the visitor's own app of maps, as far as the device has one that an address opens. */
function mapUrl(place: string, userAgent: string): string {
  const query = encodeURIComponent(place.replace(/\s+/g, ' '));
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `https://maps.apple.com/?q=${query}`;
  if (/Android/.test(userAgent)) return `geo:0,0?q=${query}`;
  return `https://www.openstreetmap.org/search?query=${query}`;
}

/** A day in words of a language. */
const dayInWords = (moment: string, language: string): string =>
  DateTime.fromISO(moment, { zone: 'UTC' }).setLocale(findLocale(language)).toLocaleString(DateTime.DATE_FULL);

/** The last day on which something is valid, as an instant: a day is valid to its end. */
const isOver = (moment: string, now: Date): boolean =>
  (isDay(moment) ? DateTime.fromISO(moment, { zone: 'UTC' }).endOf('day') : DateTime.fromISO(moment)).toJSDate() < now;

/** The host of an address, without the `www.` that says nothing. */
const displayHost = (address: string): string => new URL(address).hostname.replace(/^www\./, '');

/** What templates may use besides what they show. */
export const templateHelpers = {
  icon: iconSvg,
  placeIcon,
  displayHost,
  eventTimes,
  dayInWords,
  isOver,
  priceInWords,
  mapUrl,
  describeHours,
  findVideoEmbed,
  inputTypes,
  hyphenate,
};
