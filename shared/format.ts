// Formats of figures that people read.

const figures = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

export const formatNumber = (value: number): string => figures.format(value);

/** Formats milliseconds in the unit that reads best: `7.5 ms`, `120 ms`, `2.4 s`, `3 min`. */
export function formatDuration(ms: number): string {
  if (ms < 10) return `${Math.round(ms * 10) / 10} ms`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${Math.round(ms / 100) / 10} s`;
  return `${Math.round(ms / 60_000)} min`;
}
