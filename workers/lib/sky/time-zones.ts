import { readFileSync } from 'node:fs';
import { DateTime } from 'luxon';
import { projectFile } from '../../../shared/process/project-file.js';

/**
 * The clocks of all zones before 1970, from the IANA time zone database (2025b, public domain) with its `backzone`
 * file. Node's own data lack that file: they merge zones that agree since 1970, so that Amsterdam of 1936 would
 * keep Brussels time. One line per history: its zones, then offset, end, offset, end, …, offset: seconds east of
 * Greenwich and seconds since 1970. The first offset of each is the mean time of the zone's main city. The table is
 * made by generate/zones.ts.
 */
export const HISTORY = 'workers/lib/sky/zones-before-1970.tsv';

interface Period {
  readonly offset: number;
  readonly start: number;
  readonly end: number;
}

let histories: Map<string, Period[]> | undefined;

/** Loads the table before the first call needs it. */
export function loadTimeZones(): void {
  histories ??= load();
}

/**
 * The instant of a local time. Where clocks were not yet set by a zone, they showed the mean time of their own
 * meridian, four minutes per degree. A time that a summer-time gap skipped counts with the offset before the gap;
 * one that came twice is the first.
 *
 * @param date YYYY-MM-DD
 * @param time HH:MM
 * @param longitude degrees, east positive
 */
export function toInstant(date: string, time: string, timeZone: string, longitude: number): Date {
  histories ??= load();
  const history = date < '1970' ? histories.get(timeZone) : undefined;
  return history ? inHistory(history, date, time, longitude) : inPresent(date, time, timeZone);
}

function inPresent(date: string, time: string, zone: string): Date {
  const [first] = DateTime.fromISO(`${date}T${time}`, { zone }).getPossibleOffsets();
  if (!first) throw new RangeError(`no such time: ${date} ${time} in ${zone}`);
  return first.toJSDate();
}

function inHistory(history: readonly Period[], date: string, time: string, longitude: number): Date {
  const clock = Date.parse(`${date}T${time}:00Z`) / 1000;
  const at = history.findIndex(({ offset, end }) => clock - offset < end);
  const period = history[at];
  if (!period) throw new RangeError(`no such time: ${date} ${time}`);
  const skipped = clock - period.offset < period.start;
  const ruling = (skipped && history[at - 1]) || period;
  const meanTime = ruling === history[0] && history.length > 1;
  return new Date((clock - (meanTime ? longitude * 240 : ruling.offset)) * 1000);
}

function load(): Map<string, Period[]> {
  const found = new Map<string, Period[]>();
  for (const line of readFileSync(projectFile(HISTORY), 'utf8').trimEnd().split('\n')) {
    const [zones = '', numbers = ''] = line.split('\t');
    const periods = parsePeriods(numbers.split(' ').map(Number));
    for (const zone of zones.split(',')) found.set(zone, periods);
  }
  return found;
}

function parsePeriods(numbers: readonly number[]): Period[] {
  const periods: Period[] = [];
  let start = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < numbers.length; at += 2) {
    const end = numbers[at + 1] ?? Number.POSITIVE_INFINITY;
    periods.push({ offset: numbers[at] ?? 0, start, end });
    start = end;
  }
  return periods;
}
