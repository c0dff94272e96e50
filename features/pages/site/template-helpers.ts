import { LRUCache } from 'lru-cache';
import { DateTime } from 'luxon';
import { isDay, type PropsOf } from '../../../shared/contract/hosted-pages/blocks.js';
import { ICON_SIDE, readIconPaths } from '../../../shared/icon-set.js';
import { describeHours } from './business-hours.js';
import { hyphenate } from './hyphenate.js';
import { autofill, inputTypes } from './lead-form.js';
import { findVideoEmbed } from './video-embeds.js';
import { findLocale } from './words/index.js';

/** Common names of icons, and their names in the icon set. */
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

/** Returns an icon as decorative SVG. */
function iconSvg(name: string): string {
  const paths = readIconPaths(name).map(({ path, rule }) => `<path${rule ? ' fill-rule="evenodd"' : ''} d="${path}"/>`);
  return `<svg class="icon" viewBox="0 0 ${ICON_SIDE} ${ICON_SIDE}" aria-hidden="true" focusable="false">${paths.join('')}</svg>`;
}

/** Returns the icon of a link, found by its name or its URL. */
function placeIcon(name: string, address: string): string {
  const { protocol, hostname } = new URL(address);
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const byAddress = { 'mailto:': 'email', 'tel:': 'phone' }[protocol] ?? hostname.split('.').at(-2) ?? '';
  const candidates = [slug, byAddress].flatMap((word) => [
    ...(Object.hasOwn(ALIASES, word) ? [ALIASES[word]] : []),
    word,
  ]);
  return iconSvg(candidates.find((word) => word && readIconPaths(word).length > 0) ?? 'link-45deg');
}

/** Formats the times of an event in a language and in the event's time zone. */
function eventTimes({ start, end, timezone }: Pick<PropsOf<'event'>, 'start' | 'end' | 'timezone'>, language: string) {
  const read = (moment: string) =>
    DateTime.fromISO(moment, { zone: isDay(start) ? 'UTC' : timezone }).setLocale(findLocale(language));
  const [from, to] = [read(start), end === undefined ? undefined : read(end)];
  const isOneDay = !to || from.hasSame(to, 'day');
  const date = (day: DateTime) =>
    day.toLocaleString({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const clock = (moment: DateTime) => moment.toFormat('HH:mm');
  const zone = `(${from.offsetNameShort})`;
  const comma = ['ja', 'zh'].includes(language) ? ' ' : ', ';
  const calendarLeaf = { month: from.toLocaleString({ month: 'short' }), day: from.toFormat('d') };
  if (isDay(start)) return { ...calendarLeaf, date: isOneDay ? date(from) : `${date(from)} – ${date(to)}` };
  // An event of several days shows a date with each time: two times alone would read as those of one day.
  const [day, hours] = isOneDay
    ? [date(from), `${clock(from)}${to ? ` – ${clock(to)}` : ''} ${zone}`]
    : [`${date(from)}${comma}${clock(from)} –`, `${date(to)}${comma}${clock(to)} ${zone}`];
  return { ...calendarLeaf, date: day, hours, starts: start };
}

/** Cached, as a menu has a hundred prices, and a formatter takes some 30 KB outside the heap. */
const priceFormats = new LRUCache<string, Intl.NumberFormat>({ max: 200 });

/** Formats a price, without a currency as a number. */
function priceInWords(price: number, currency: string | undefined, language: string): string {
  const decimals = currency || Number.isInteger(price) ? 0 : 2;
  const key = `${language} ${currency ?? decimals}`;
  const cached = priceFormats.get(key);
  const format =
    cached ??
    new Intl.NumberFormat(
      findLocale(language),
      currency ? { style: 'currency', currency } : { minimumFractionDigits: decimals },
    );
  if (!cached) priceFormats.set(key, format);
  return format.format(price);
}

/** Returns the URL of a place on a map: in the maps application of the device if a URL can open it. */
function mapUrl(place: string, userAgent: string): string {
  const query = encodeURIComponent(place.replace(/\s+/g, ' '));
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `https://maps.apple.com/?q=${query}`;
  if (/Android/.test(userAgent)) return `geo:0,0?q=${query}`;
  return `https://www.openstreetmap.org/search?query=${query}`;
}

const dayInWords = (moment: string, language: string): string =>
  DateTime.fromISO(moment, { zone: 'UTC' }).setLocale(findLocale(language)).toLocaleString(DateTime.DATE_FULL);

const MOMENT = { dateStyle: 'long', timeStyle: 'short' } as const;

/** Formats a moment with its time, in UTC. */
const momentInWords = (moment: Date, language: string): string =>
  `${DateTime.fromJSDate(moment, { zone: 'UTC' }).setLocale(findLocale(language)).toLocaleString(MOMENT)} UTC`;

/** True if a moment has passed; a day passes with its end. */
const isOver = (moment: string, now: Date): boolean =>
  (isDay(moment) ? DateTime.fromISO(moment, { zone: 'UTC' }).endOf('day') : DateTime.fromISO(moment)).toJSDate() < now;

/** Returns the host of a URL without `www.`. */
const displayHost = (address: string): string => new URL(address).hostname.replace(/^www\./, '');

/** Returns the URL of a picture that is contained in the page; browsers detect its format. */
export const dataUrl = (base64: string): string =>
  `data:image/png;base64,${base64.replace(/^data:[^,]*,/, '').replace(/[^\w+/=]/g, '')}`;

/** Functions that templates use. */
export const templateHelpers = {
  icon: iconSvg,
  placeIcon,
  displayHost,
  eventTimes,
  dayInWords,
  momentInWords,
  isOver,
  priceInWords,
  mapUrl,
  describeHours,
  findVideoEmbed,
  autofill,
  inputTypes,
  hyphenate,
  dataUrl,
};
