import { addDays, between, chance, identifier, pick } from '../world.js';

/** Forty countries with a chart each; songs and singers are invented. */
const countries = (
  'United States,United Kingdom,Germany,France,Spain,Italy,Brazil,Mexico,Japan,South Korea,India,Australia,Canada,Poland,' +
  'Netherlands,Sweden,Norway,Denmark,Finland,Portugal,Greece,Turkey,Bulgaria,Romania,Hungary,Austria,Switzerland,Belgium,' +
  'Ireland,Argentina,Chile,Colombia,Nigeria,South Africa,Kenya,Egypt,Indonesia,Philippines,Thailand,New Zealand'
).split(',');

const openings =
  'Paper,Silver,Midnight,Borrowed,Slow,Electric,Quiet,Golden,Half,Second,Velvet,Open,Distant,Broken,Summer'.split(',');
const things =
  'Lanterns,River,Telephone,Windows,Signal,Harbour,Weather,Photographs,Ceiling,Motorway,Letters,Orchard,Mirror'.split(
    ',',
  );
const firstNames = 'Mara,Ilyas,Nova,Theo,Sunniva,Rafa,Ines,Kofi,Lena,Amaru,Yuki,Bram,Zora,Elio,Dana'.split(',');
const surnames = 'Vale,Okoro,Lind,Castell,Moreau,Petrov,Tanaka,Brandt,Silva,Novak,Hale,Rossi,Kaya,Duarte,Berg'.split(
  ',',
);

const SONGS_PER_TREND = 50;
const ARTISTS_PER_TREND = 10;
const RELEASED_WITHIN_DAYS = 900;
const EPOCH = '2024-06-01';

export interface Trend {
  readonly id: number;
  readonly name: string;
  readonly flag: string;
}

export interface Artist {
  readonly id: number;
  readonly name: string;
  readonly trend: Trend;
}

export interface Song {
  readonly id: number;
  readonly name: string;
  readonly released: string;
  readonly trend: Trend;
  readonly singers: readonly Artist[];
  readonly code: string;
}

export const trends: readonly Trend[] = countries.map((name, index) => ({
  id: index + 1,
  name,
  flag: `https://flags.sandbox.invalid/${name.toLowerCase().replaceAll(' ', '-')}.png`,
}));

export const artists: readonly Artist[] = trends.flatMap((trend) =>
  Array.from({ length: ARTISTS_PER_TREND }, (_, index) => ({
    id: (trend.id - 1) * ARTISTS_PER_TREND + index + 1,
    name: `${pick(firstNames, `first ${trend.id} ${index}`)} ${pick(surnames, `last ${index} ${trend.id}`)}`,
    trend,
  })),
);

export const songs: readonly Song[] = trends.flatMap((trend) =>
  Array.from({ length: SONGS_PER_TREND }, (_, index) => {
    const seed = `song ${trend.id} ${index}`;
    const own = artists.filter((artist) => artist.trend === trend);
    const [singer, guest] = [pick(own, `singer ${seed}`), pick(own, `guest ${seed}`)];
    return {
      id: (trend.id - 1) * SONGS_PER_TREND + index + 1,
      name: `${pick(openings, `opening ${seed}`)} ${pick(things, `thing ${seed}`)}`,
      released: `${addDays(EPOCH, between(0, RELEASED_WITHIN_DAYS, seed))} 00:00:00`,
      trend,
      singers: guest !== singer && chance(`duet ${seed}`) < 0.25 ? [singer, guest] : [singer],
      code: identifier(11, seed),
    };
  }),
);

export type Chart = 'daily' | 'weekly' | 'monthly';

/** The first day of the chart that a day belongs to: weeks begin on Monday. */
export function chartDay(chart: Chart, day: string): string {
  if (chart === 'daily') return day;
  if (chart === 'monthly') return `${day.slice(0, 7)}-01`;
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** How often a song was played on a day; what a chart is made from. */
export const playsOf = (song: Song, day: string): number =>
  Math.round(10_000 * chance(`fame ${song.id}`) * (1 + 0.5 * chance(`plays ${song.id} ${day}`)));

/** A trend's songs of a chart, most played first. */
export function chartOf(trend: Trend, chart: Chart, day: string): { song: Song; plays: number }[] {
  const first = chartDay(chart, day);
  return songs
    .filter((song) => song.trend === trend)
    .map((song) => ({ song, plays: playsOf(song, first) }))
    .sort((a, b) => b.plays - a.plays);
}
