import { extname } from 'node:path';
import { Download } from '../../../shared/contract/download.js';
import { errors } from '../../../shared/contract/errors.js';
import { utcDay } from '../../../shared/process/clock.js';
import { requirePermission } from '../../members/index.js';
import { exportPageStats, nameBlocks, pageStats } from '../../pages/index.js';
import { barChart, eachDay } from '../../web/index.js';
import { requireJson } from '../member-context.js';
import type { PortalContext, PortalRouter } from '../pages.js';
import type { PortalServices } from '../services.js';
import { findQrCode, type QrCode, showTab } from './qr-code.js';
import { nameCountry, nameDevice, nameEvent, nameLanguage } from './words.js';

const DAY_MS = 86_400_000;
const MAX_DAYS = 366;
/** Periods that are offered, in days. */
const OFFERED = [7, 30, 90, 365];
const DEFAULT_DAYS = 30;
/** Rows of each table. */
const ROWS = 10;
/** Shades of the hours with scans. */
const SHADES = 4;

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const zones: ReadonlySet<string> = new Set(ZONES);

/** Statistics of a QR code as the API returns them. */
export type Stats = Awaited<ReturnType<typeof readStats>>;

/** Reads the statistics of a QR code, of a period if one is given. */
export const readStats = async (
  { page, context }: QrCode,
  period: { from?: string; to?: string; timezone?: string } = {},
) => requireJson(await pageStats.run({ id: page._id, timezone: 'UTC', ...period }, context));

/** The figures of a QR code in a period. */
export function mountStatisticsPage(router: PortalRouter, services: PortalServices): void {
  router.get('/experiences/:id/statistics', async (ctx) => {
    const code = await findQrCode(services, ctx);
    const range = readRange(ctx.query, services.clock.now());
    const { from, to, timezone } = range;
    const stats = await readStats(code, { from, to, timezone });
    showTab(ctx, code, 'statistics', {
      ...{ stats, range, zones: ZONES, offered: OFFERED },
      query: new URLSearchParams({ from, to, timezone }).toString(),
      changes: describeChanges(stats),
      charts: createDailyCharts(stats, range),
      hours: createHours(stats, timezone),
      tallies: createTallies(stats, code),
      stars: createStars(stats),
    });
  });

  router.get('/experiences/:id/scans.csv', async (ctx) => {
    requirePermission(ctx.state.role, 'pages');
    const { page, context } = await findQrCode(services, ctx);
    const { from, to } = readRange(ctx.query, services.clock.now());
    sendDownload(ctx, await exportPageStats.run({ id: page._id, from, to }, context));
  });
}

/** Sends a file that a route of the account API returned, under another name if one is given. */
export function sendDownload(ctx: PortalContext, file: unknown, name?: string): void {
  if (!(file instanceof Download)) throw errors.pathUnknown();
  ctx.attachment(name === undefined ? file.filename : `${name}${extname(file.filename)}`);
  ctx.type = file.type ?? 'text/csv; charset=utf-8';
  ctx.body = file.content;
}

/** Days (UTC) of the figures, and the time zone of their hours. */
interface Range {
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
  /** Number of days, if the period is one that is offered. */
  readonly days: number | undefined;
  readonly problem: string | undefined;
}

/** Reads the period from the query. An invalid one is the default, with the problem. */
function readRange(query: Readonly<Record<string, unknown>>, now: Date): Range {
  const timezone = typeof query.timezone === 'string' && zones.has(query.timezone) ? query.timezone : 'UTC';
  const lastDays = (days: number, problem?: string): Range => ({
    ...{ from: utcDay(new Date(now.getTime() - (days - 1) * DAY_MS)), to: utcDay(now), timezone, days, problem },
  });
  const { from, to } = query;
  if (typeof from !== 'string' || typeof to !== 'string')
    return lastDays(OFFERED.find((days) => String(days) === query.days) ?? DEFAULT_DAYS);
  const days = (parseDay(to) - parseDay(from)) / DAY_MS + 1;
  if (!(days >= 1)) return lastDays(DEFAULT_DAYS, 'Enter a first day that is not after the last one.');
  if (days > MAX_DAYS) return lastDays(DEFAULT_DAYS, `A period has at most ${MAX_DAYS} days.`);
  return { from, to, timezone, days: undefined, problem: undefined };
}

/** Parses a day; NaN for anything else. */
const parseDay = (day: string): number => (/^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN);

/** Describes how scans and visitors compare with the period before. */
export function describeChanges({ scans, previous }: Pick<Stats, 'scans' | 'previous'>) {
  const describe = (now: number, before: number | undefined): string | undefined => {
    if (before === undefined || before === 0)
      return before === undefined || now === 0 ? undefined : 'none in the period before';
    const percent = Math.round((100 * (now - before)) / before);
    if (percent === 0) return 'as many as in the period before';
    return `${Math.abs(percent)}% ${percent > 0 ? 'more' : 'fewer'} than in the period before`;
  };
  return { scans: describe(scans.total, previous?.total), unique: describe(scans.unique, previous?.unique) };
}

/** Creates the charts of scans and visitors by day. */
export function createDailyCharts({ scans }: Pick<Stats, 'scans'>, { from, to }: Pick<Range, 'from' | 'to'>) {
  const days = eachDay({ from, to, rows: scans.per_day.map((row) => ({ ...row, group: row.date })) });
  const common = { unit: 'per day', markedAs: '', by: 'day (UTC)' };
  return [
    barChart(
      { ...common, title: 'Scans', counted: 'scans' },
      days.map(({ label, row }) => ({ label, value: row?.count ?? 0, marked: 0 })),
    ),
    barChart(
      { ...common, title: 'Unique visitors', counted: 'visitors' },
      days.map(({ label, row }) => ({ label, value: row?.unique ?? 0, marked: 0 })),
    ),
  ];
}

const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Creates the table of hours by weekday, and the chart of hours; undefined without scans. */
function createHours({ hours }: Stats, timezone: string) {
  const all = hours?.flatMap((row, day) => row.map((count, hour) => ({ day, hour, count }))) ?? [];
  const [most] = all.toSorted((one, other) => other.count - one.count);
  if (!hours || !most || most.count === 0) return undefined;
  const byHour = Array.from({ length: 24 }, (_, hour) => hours.reduce((sum, row) => sum + (row[hour] ?? 0), 0));
  return {
    busiest: `${WEEKDAYS[most.day]}, ${formatHour(most.hour)} to ${formatHour(most.hour + 1)}`,
    rows: hours.map((row, day) => ({
      name: WEEKDAYS[day],
      cells: row.map((count, hour) => ({
        count,
        hour: formatHour(hour),
        shade: Math.ceil((SHADES * count) / most.count),
      })),
    })),
    chart: barChart(
      { title: 'Scans by hour', unit: 'in the period', counted: 'scans', markedAs: '', by: `hour (${timezone})` },
      byHour.map((value, hour) => ({ label: formatHour(hour), value, marked: 0 })),
    ),
  };
}

/** Creates the tables of who scans and what they do; those without figures are left out. */
function createTallies(stats: Stats, { page }: QrCode) {
  const blocks = nameBlocks(page);
  const tables: [title: string, counted: string, counts: Record<string, number>, nameOf: (value: string) => string][] =
    [
      ['Devices', 'Scans', stats.devices, nameDevice],
      ['Countries', 'Scans', stats.countries, nameCountry],
      ['Languages', 'Scans', stats.languages, nameLanguage],
      ['Referrers', 'Scans', stats.referrers, (host) => host],
      ['Destinations', 'Scans', stats.targets, nameTarget],
      ['Actions', 'Times', stats.events, nameEvent],
      ['Actions by block', 'Times', stats.blocks, (id) => blocks.get(id) ?? 'A block that was removed'],
    ];
  return tables.flatMap(([title, counted, counts, nameOf]) => {
    const rows = toRows(counts, nameOf);
    if (rows.length === 0) return [];
    const others = rows.slice(ROWS);
    const left = others.reduce((sum, { count }) => sum + count, 0);
    const total = rows.reduce((sum, { count }) => sum + count, 0);
    const shown = [...rows.slice(0, ROWS), ...(left > 0 ? [{ name: `${others.length} others`, count: left }] : [])];
    return [{ title, counted, rows: shown.map((row) => ({ ...row, share: Math.round((100 * row.count) / total) })) }];
  });
}

/** Returns the rows of a tally by name, the most frequent first. */
function toRows(counts: Record<string, number>, nameOf: (value: string) => string) {
  const byName = new Map<string, number>();
  for (const [value, count] of Object.entries(counts)) {
    const name = value === 'other' ? 'Other' : nameOf(value);
    byName.set(name, (byName.get(name) ?? 0) + count);
  }
  return [...byName].map(([name, count]) => ({ name, count })).sort((one, other) => other.count - one.count);
}

/** Names a destination as the settings of a page do, e.g. `Rule 2`. */
const nameTarget = (target: string): string =>
  ({ ios: 'iPhones and iPads', android: 'Android phones', default: 'The page itself' })[target] ??
  target.charAt(0).toUpperCase() + target.slice(1);

/** Creates the rows of the ratings, from the most stars down to one; none without ratings. */
function createStars({ ratings: { count, by_stars: byStars } }: Stats) {
  if (count === 0) return [];
  const most = Math.max(5, ...Object.keys(byStars).map(Number));
  return Array.from({ length: most }, (_, index) => {
    const stars = most - index;
    const given = byStars[stars] ?? 0;
    return { name: stars === 1 ? '1 star' : `${stars} stars`, count: given, share: Math.round((100 * given) / count) };
  });
}
