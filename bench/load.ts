import autocannon from 'autocannon';
import { LONGEST_BLOCK_MS } from '../shared/process/half-open-connections.js';
import { connectRedis, whenReady } from '../shared/process/redis.js';

/** Result of a load. Times are in ms. */
export interface Load {
  /** Requests with a 2xx response. */
  requests: number;
  /** Other responses, and connection errors. */
  failures: number;
  seconds: number;
  p50: number;
  p99: number;
}

/**
 * Sends requests to an endpoint over a number of connections.
 *
 * @param urls URLs of the endpoint on each front, which share the connections
 * @param keys keys of the accounts, used in turn
 */
export async function httpLoad(
  urls: readonly string[],
  keys: readonly string[],
  body: object,
  connections: number,
  forMs: number,
): Promise<Load> {
  const requests = keys.map((key) => ({
    method: 'POST' as const,
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  }));
  const each = Math.ceil(connections / urls.length);
  const loads = await Promise.all(
    urls.map((url) => autocannon({ url, connections: each, duration: forMs / 1_000, requests })),
  );
  const sum = (of: (load: (typeof loads)[number]) => number) => loads.reduce((total, load) => total + of(load), 0);
  return {
    // Refused requests are quick and do not count as served.
    requests: sum((load) => load['2xx']),
    failures: sum(({ non2xx, errors }) => non2xx + errors),
    seconds: Math.max(...loads.map(({ duration }) => duration)),
    p50: sum(({ latency }) => latency.p50) / loads.length,
    p99: Math.max(...loads.map(({ latency }) => latency.p99)),
  };
}

function findPercentiles(times: number[]): Pick<Load, 'p50' | 'p99'> {
  times.sort((one, other) => one - other);
  const percentile = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  return { p50: percentile(0.5), p99: percentile(0.99) };
}

/** Sends items to another process and back over Redis lists, `count` at a time. */
export async function listLoad(redisUrl: string, connections: number, forMs: number): Promise<Load> {
  const [taking, giving] = [connectRedis(redisUrl, 'blocking', () => {}), connectRedis(redisUrl, 'worker', () => {})];
  await whenReady(giving, 5_000);
  const times: number[] = [];
  const started = performance.now();
  const until = started + forMs;
  for (let sent = 0; sent < connections; sent++) void giving.lpush('bench:there', performance.now());
  let inFlight = connections;
  while (inFlight > 0) {
    const [, sentAt = '0'] = (await taking.brpop('bench:back', LONGEST_BLOCK_MS / 1_000)) ?? [];
    times.push(performance.now() - Number(sentAt));
    if (performance.now() < until) void giving.lpush('bench:there', performance.now());
    else inFlight -= 1;
  }
  const seconds = (performance.now() - started) / 1_000;
  taking.disconnect();
  giving.disconnect();
  return { requests: times.length, failures: 0, seconds, ...findPercentiles(times) };
}
