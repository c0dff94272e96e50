import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startBenchPlatform } from './bench-platform.js';

/**
 * Measures how an upstream that hangs affects requests to the others: the same requests at the same rate, alternately with a healthy video
 * platform and with one that hangs on every request.
 *
 * usage: node dist/bench/hanging-upstream.js [--seconds 10] [--rounds 3] [--rate 20]
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    rate: { type: 'string', default: '20' },
  },
});
const [seconds, rounds, rate] = [Number(values.seconds), Number(values.rounds), Number(values.rate)];
const GOAL = 1.5;

/** Requests with a new query each time, so that no response is cached. */
const calls: Record<string, { path: string; body: (word: string) => object }> = {
  'video search (hangs)': { path: '/v1/video-platform/search/channels', body: (word) => ({ q: `kitchen ${word}` }) },
  currency: { path: '/v1/currency/convert', body: () => ({ from: 'EUR', to: 'USD', amount: 250 }) },
  'web-search': { path: '/v1/web-search/search/autocomplete', body: (word) => ({ q: `lap ${word}` }) },
  music: { path: '/v1/music/chart-data', body: (word) => ({ action: 'search', keyword: `river ${word}` }) },
  vat: { path: '/v1/vat', body: () => ({ action: 'calculate', net: 100, country_code: 'DE' }) },
};

interface Measured {
  name: string;
  hangs: boolean;
  times: number[];
  failures: number;
}

const { platform, keys, stop } = await startBenchPlatform(['bench'], 100_000);
const [key = ''] = keys;

const control = (order: object) =>
  fetch(`${platform.sandboxUrl}/_control`, { method: 'POST', body: JSON.stringify(order) });

let words = 0;
async function callOnce(name: string, into: Measured): Promise<void> {
  const { path, body } = calls[name] ?? { path: '', body: () => ({}) };
  words += 1;
  const began = performance.now();
  const answer = await fetch(platform.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body(`w${words}`)),
  });
  await answer.arrayBuffer();
  into.times.push(performance.now() - began);
  if (answer.status !== 200) into.failures += 1;
}

/** Sends requests to every endpoint at the rate, regardless of pending responses. */
async function runPhase(hangs: boolean): Promise<Measured[]> {
  const measured = Object.keys(calls).map((name): Measured => ({ name, hangs, times: [], failures: 0 }));
  const inFlight: Promise<void>[] = [];
  const until = performance.now() + seconds * 1_000;
  for (let next = performance.now(); next < until; next += 1_000 / rate) {
    await sleep(Math.max(0, next - performance.now()));
    for (const one of measured) inFlight.push(callOnce(one.name, one));
  }
  await Promise.all(inFlight);
  return measured;
}

const all: Measured[] = [];
await runPhase(false);
for (let round = 0; round < rounds; round += 1) {
  all.push(...(await runPhase(false)));
  await control({ fault: { upstream: 'video-platform', kind: 'hang' } });
  all.push(...(await runPhase(true)));
  await control({ reset: true });
  // The circuit stays open for up to 30 s before the upstream is tried again.
  for (let failing = true; failing; await sleep(500)) {
    const probe: Measured = { name: '', hangs: false, times: [], failures: 0 };
    await callOnce('video search (hangs)', probe);
    failing = probe.failures > 0;
  }
}
await stop();

const percentile = (times: number[], share: number): number =>
  [...times].sort((one, other) => one - other)[Math.floor((times.length - 1) * share)] ?? Number.NaN;
/** Returns the median of a figure over the rounds. */
const median = (name: string, hangs: boolean, of: (measured: Measured) => number): number =>
  percentile(all.filter((one) => one.name === name && one.hangs === hangs).map(of), 0.5);

const rows = Object.keys(calls).map((name) => {
  const [well, ill] = [false, true].map((hangs) => ({
    p50: median(name, hangs, ({ times }) => percentile(times, 0.5)),
    p99: median(name, hangs, ({ times }) => percentile(times, 0.99)),
    failures: all.filter((one) => one.name === name && one.hangs === hangs).reduce((sum, one) => sum + one.failures, 0),
  }));
  if (!well || !ill) return '';
  const figures = [well.p50, well.p99, ill.p50, ill.p99].map((ms) => ms.toFixed(1)).join(' | ');
  return `| ${name} | ${figures} | ${(ill.p99 / well.p99).toFixed(2)} | ${well.failures} | ${ill.failures} |`;
});
process.stdout.write(
  [
    `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; ${rate} calls/s of each, ${rounds} × ${seconds} s, medians over the rounds; goal: p99 ratio ≤ ${GOAL} for all but the first`,
    '',
    '| calls | p50 ms | p99 ms | p50 ms while it hangs | p99 ms while it hangs | p99 ratio | failures | failures while it hangs |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...rows,
    '',
  ].join('\n'),
);
