/** How figures and times are written in the console. */

const figures = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

export const number = (value: number): string => figures.format(value);

/** 0.01234 → `1.23 %`. */
export const percent = (ratio: number, decimals = 2): string => `${(ratio * 100).toFixed(decimals)} %`;

/** Milliseconds in the unit that reads best: `7.5 ms`, `120 ms`, `2.4 s`, `3 min`. */
export function duration(ms: number): string {
  if (ms < 10) return `${Math.round(ms * 10) / 10} ms`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${Math.round(ms / 100) / 10} s`;
  return `${Math.round(ms / 60_000)} min`;
}

/** An instant, UTC, to the second: `2026-01-05 13:37:00`. */
export const instant = (at: Date | string): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** An instant, UTC, to the millisecond: `2026-01-05 13:37:00.123`. */
export const exactInstant = (at: Date | string): string => new Date(at).toISOString().slice(0, 23).replace('T', ' ');

export const count = (items: number, one: string, many: string): string =>
  `${number(items)} ${items === 1 ? one : many}`;
