/** Upper edges of the latency classes, in ms; slower requests are in a class of their own. */
export const LATENCY_EDGES_MS = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000,
  15_000, 25_000,
] as const;

/** Number of classes, including that of the slowest requests. */
export const LATENCY_CLASSES = LATENCY_EDGES_MS.length + 1;

/** Returns the class of a latency. */
export function findLatencyClass(ms: number): number {
  const slower = LATENCY_EDGES_MS.findIndex((edge) => ms <= edge);
  return slower === -1 ? LATENCY_EDGES_MS.length : slower;
}

/**
 * Returns the quantile of a latency histogram, in ms, interpolated within its class. Undefined for an empty histogram; the last edge if it
 * is beyond that.
 *
 * @param latency number of requests in each class
 * @param share 0 to 1, e.g. 0.95
 */
export function computeLatencyQuantile({ latency }: { latency: readonly number[] }, share: number): number | undefined {
  const total = latency.reduce((sum, calls) => sum + calls, 0);
  if (total === 0) return undefined;
  const rank = share * total;
  let below = 0;
  for (const [index, calls] of latency.entries()) {
    const to = LATENCY_EDGES_MS[index];
    if (to === undefined) break;
    if (calls > 0 && below + calls >= rank) {
      const from = LATENCY_EDGES_MS[index - 1] ?? 0;
      return from + ((to - from) * (rank - below)) / calls;
    }
    below += calls;
  }
  return LATENCY_EDGES_MS.at(-1);
}
