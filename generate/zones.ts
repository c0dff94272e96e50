import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectFile } from '../shared/process/project-file.js';
import { HISTORY } from '../workers/lib/sky/time-zones.js';

/**
 * Makes the table of clocks before 1970, which `workers/lib/sky/time-zones.ts` reads, from the compiled IANA time zone
 * database of this machine (public domain). It must have been compiled with the file `backzone`, as Debian's package
 * tzdata is; without it zones that agree since 1970 are one, whatever their clocks showed before.
 */
const ZONEINFO = '/usr/share/zoneinfo';

/** The release that the table is made of: with another one, look at what changes before this is raised. */
const RELEASE = '2025b';

/** Zones of places; the others are names of offsets, or obsolete names. */
const REGIONS = [
  ...['Africa', 'America', 'Antarctica', 'Arctic', 'Asia', 'Atlantic'],
  ...['Australia', 'Europe', 'Indian', 'Pacific'],
];

/** A change of a zone's clocks. */
interface Transition {
  /** Seconds since 1970. */
  readonly at: number;
  readonly clock: Clock;
}
interface Clock {
  /** Seconds east of Greenwich. */
  readonly offset: number;
  readonly abbreviation: string;
}

/** Reads a compiled zone (RFC 9636): the clock that it began with, and every change. */
function readZone(path: string): { first: Clock; transitions: Transition[] } {
  const file = readFileSync(path);
  const old = countsAt(file, 0);
  const start = 44 + old.times * 5 + old.types * 6 + old.letters + old.leaps * 8 + old.standard + old.universal;
  const { times, types, letters } = countsAt(file, start);
  const [at, index] = [start + 44, start + 44 + times * 8];
  const type = index + times;
  const names = file.toString('latin1', type + types * 6, type + types * 6 + letters);
  const clocks = Array.from({ length: types }, (_, number): Clock => {
    const name = file.readUInt8(type + number * 6 + 5);
    return { offset: file.readInt32BE(type + number * 6), abbreviation: names.slice(name, names.indexOf('\0', name)) };
  });
  const toClock = (number: number): Clock => {
    const clock = clocks[number];
    if (!clock) throw new Error(`${path} is damaged`);
    return clock;
  };
  const transitions = Array.from({ length: times }, (_, number) => ({
    at: Number(file.readBigInt64BE(at + number * 8)),
    clock: toClock(file.readUInt8(index + number)),
  }));
  return { first: toClock(0), transitions };
}

/** The counts in a header of such a file, which has two: the one of old readers and the one that counts. */
function countsAt(file: Buffer, start: number) {
  if (file.toString('latin1', start, start + 4) !== 'TZif') throw new Error('not a compiled time zone');
  const [universal = 0, standard = 0, leaps = 0, times = 0, types = 0, letters = 0] = [20, 24, 28, 32, 36, 40].map(
    (place) => file.readUInt32BE(start + place),
  );
  return { universal, standard, leaps, times, types, letters };
}

/** Local mean time: each place of a zone still kept the time of its own meridian. */
const isMeanTime = ({ abbreviation }: Clock): boolean => abbreviation === 'LMT';

/** Offset, end, offset, end, …, offset until 1970. A change of the name alone counts only where mean time ended. */
function readHistory(path: string): string | undefined {
  const { first, transitions } = readZone(path);
  // The zone has no local time before its first settlement.
  if (first.abbreviation === '-00') return undefined;
  const numbers = [first.offset];
  let clock = first;
  for (const { at, clock: next } of transitions.filter((transition) => transition.at < 0)) {
    const isOther = next.offset !== clock.offset || (isMeanTime(clock) && !isMeanTime(next));
    if (isOther) numbers.push(at, next.offset);
    clock = next;
  }
  return numbers.join(' ');
}

/** Names such as `America/Indiana/Knox`, in byte order. */
const zoneNames = (): string[] =>
  readdirSync(ZONEINFO, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(ZONEINFO, join(entry.parentPath, entry.name)))
    .filter((name) => REGIONS.some((region) => name.startsWith(`${region}/`)))
    .sort();

const source = readFileSync(join(ZONEINFO, 'tzdata.zi'), 'utf8');
if (!source.startsWith(`# version ${RELEASE}\n`)) throw new Error(`${ZONEINFO} is not release ${RELEASE}`);
if (!/^# ddeps .*\bbackzone\b/m.test(source)) throw new Error(`${ZONEINFO} was compiled without backzone`);

const zones = new Map<string, string[]>();
for (const zone of zoneNames()) {
  const history = readHistory(join(ZONEINFO, zone));
  if (history !== undefined) zones.set(history, [...(zones.get(history) ?? []), zone]);
}
const lines = [...zones].map(([history, names]) => `${names.join(',')}\t${history}\n`);
writeFileSync(projectFile(HISTORY), lines.join(''));
console.log(`${lines.length} histories of time zones`);
