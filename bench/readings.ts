/**
 * Measures horoscopes and numerology: the time of a call in a worker, for calculation and composed reading, and the resources of a content
 * worker. `node dist/bench/readings.js` prints the median and 99th percentile in ms for each endpoint and language; then the start time of
 * a real content worker, and its memory with all tables and packs loaded. Needs redis-server and Linux.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languages } from 'readings';
import { catalogue } from '../shared/contract/catalogue/index.js';
import type { Endpoint } from '../shared/contract/endpoint.js';
import { readInput } from '../shared/contract/input.js';
import { projectFile } from '../shared/process/project-file.js';
import { makeCall } from '../test/helpers/run-handler.js';
import type { Handler } from '../workers/handle.js';
import { addDays, calculateMonth } from '../workers/lib/sky/days.js';

const CALLS = 200;
const STARTS = 5;

const places = ['Lisbon', 'München', '東京', 'Paris, Texas', '-33.87,151.21', 'São Paulo, Brasil'];
const names = ['Marie Łukasz Müller', 'José Núñez', 'Иван Петров', 'Grace Brewster Hopper'];

/** Values of fields in the n-th request: another birth, day and place each time, and the months of two years. */
const values: Readonly<Record<string, (n: number) => unknown>> = {
  birth_date: (n) => addDays('1950-01-01', n * 101),
  birth_date_a: (n) => addDays('1960-01-01', n * 97),
  birth_date_b: (n) => addDays('1970-01-01', n * 89),
  birth_time: (n) => `${String(n % 24).padStart(2, '0')}:${String((n * 7) % 60).padStart(2, '0')}`,
  location: (n) => places[n % places.length],
  date: (n) => addDays('2026-01-01', n * 3),
  month: (n) => `${2026 + (Math.floor(n / 12) % 2)}-${String((n % 12) + 1).padStart(2, '0')}`,
  birth_year: (n) => 1930 + (n % 90),
  year: (n) => 2024 + (n % 60),
  spread: () => 'celtic_cross',
  question: () => 'What should I know about my new job?',
  full_name: (n) => names[n % names.length],
};

const createInput = ({ request }: Endpoint, language: string, n: number): object => ({
  ...Object.fromEntries(Object.keys(request.properties).map((field) => [field, values[field]?.(n)])),
  language,
});

const byValue = (one: number, other: number): number => one - other;

const atShare = (sorted: readonly number[], share: number): string =>
  (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(2);

async function measureTimes({ endpoint, run }: Handler, language: string): Promise<string> {
  const times: number[] = [];
  for (let n = 0; n < CALLS; n++) {
    const raw = createInput(endpoint, language, n);
    const started = performance.now();
    await run(readInput(endpoint, raw), makeCall());
    times.push(performance.now() - started);
  }
  times.sort(byValue);
  return `${atShare(times, 0.5)} / ${atShare(times, 0.99)}`;
}

async function measureCalls(): Promise<void> {
  const rows: Record<string, Record<string, string>> = {};
  for (const { id, group } of catalogue) {
    if (group.id !== 'horoscope' && group.id !== 'numerology') continue;
    const { default: handler }: { default: Handler } = await import(
      new URL(`../workers/${id}.js`, import.meta.url).href
    );
    await handler.warmUp?.(makeCall());
    const row: Record<string, string> = {};
    for (const language of languages) row[language] = await measureTimes(handler, language);
    rows[id] = row;
  }
  console.log(`ms per call (median / p99 of ${CALLS}, each with another birth, day and place)`);
  console.table(rows);
  const times = Array.from({ length: 50 }, (_, n) => {
    const started = performance.now();
    calculateMonth(`${2100 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`);
    return performance.now() - started;
  });
  console.log(`The sky of a month that no call has asked for before: ${atShare(times.sort(byValue), 0.5)} ms (median)`);
}

/**
 * Starts a content worker as in production, several times, and prints the time until it is ready, its CPU time until then, which depends
 * less on a busy machine, and its memory.
 */
async function measureStarts(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-readings-'));
  const socket = join(folder, 's');
  const redis = spawn('redis-server', ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder], {
    stdio: 'ignore',
  });
  const took: number[] = [];
  const used: number[] = [];
  const held: number[] = [];
  try {
    for (let start = 0; start < STARTS; start++) {
      const started = performance.now();
      const worker = spawn(process.execPath, [projectFile('dist/workers/main.js'), 'content'], {
        env: { ...process.env, REDIS_URL: `unix://${socket}`, LOG_LEVEL: 'silent' },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const ended = once(worker, 'exit').then(([code]) => Promise.reject(new Error(`The worker exited with ${code}`)));
      await Promise.race([once(worker, 'message'), ended]);
      ended.catch(() => {});
      took.push(performance.now() - started);
      used.push(await readCpuMs(worker.pid));
      held.push(await readMemoryMiB(worker.pid));
      worker.kill('SIGTERM');
      await once(worker, 'exit');
    }
  } finally {
    redis.kill('SIGTERM');
    await once(redis, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
  const median = (all: number[]) => atShare(all.sort(byValue), 0.5);
  console.log(
    `A content worker: ready after ${median(took)} ms, ${median(used)} ms of CPU, resident memory ${median(held)} MiB (medians of ${STARTS})`,
  );
}

/** Clock ticks per second on Linux, whatever the processor (`getconf CLK_TCK`). */
const TICKS_PER_SECOND = 100;

async function readCpuMs(pid: number | undefined): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
}

async function readMemoryMiB(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

await measureCalls();
await measureStarts();
