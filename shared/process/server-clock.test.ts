import { deepEqual, equal, ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from './clock.js';
import { ServerClock } from './server-clock.js';

const HOUR_MS = 3_600_000;
/** Tolerance for the time that a test takes, in ms. */
const TOLERANCE_MS = 60_000;

/** A server with a wrong clock, and with delays of its responses. */
class Server {
  aheadMs = 0;
  delaysMs: number[] = [];

  readTime = async (): Promise<number> => {
    const time = Date.now() + this.aheadMs;
    await pause(this.delaysMs.shift() ?? 0);
    return time;
  };
}

describe('ServerClock', () => {
  const warnings: unknown[] = [];
  const log = { warn: (...words: unknown[]) => void warnings.push(words) };
  const readAhead = (clock: ServerClock) => clock.now().getTime() - Date.now();
  const isAbout = (ms: number, expected: number) => ok(Math.abs(ms - expected) < TOLERANCE_MS, `${ms} ms`);
  beforeEach(() => void warnings.splice(0));

  it('uses the time of the server, and the fallback until it is known', async () => {
    const server = new Server();
    const clock = new ServerClock('redis', server.readTime, log, { now: () => new Date(Date.now() - HOUR_MS) });
    isAbout(readAhead(clock), -HOUR_MS);
    server.aheadMs = HOUR_MS;
    await clock.measure();
    isAbout(readAhead(clock), HOUR_MS);
    isAbout(clock.aheadMs, -HOUR_MS);
  });

  it('uses the measurement with the smallest error, until the clock of the server is set', async () => {
    const server = new Server();
    const clock = new ServerClock('redis', server.readTime, log);
    // A busy machine may hold up some of them.
    for (let times = 0; times < 5; times++) await clock.measure();
    server.delaysMs = [400];
    const before = clock.aheadMs;
    // The time is that of the beginning of the 400 ms, and is taken for that of their middle.
    await clock.measure();
    ok(Math.abs(clock.aheadMs - before) < 100, `${clock.aheadMs - before} ms`);
    server.aheadMs = -HOUR_MS;
    await clock.measure();
    isAbout(readAhead(clock), -HOUR_MS);
  });

  it('waits for a measurement with a small error when it starts', async () => {
    const server = new Server();
    server.delaysMs = [1_200];
    let measurements = 0;
    const readTime = () => {
      measurements += 1;
      return server.readTime();
    };
    const clock = new ServerClock('redis', readTime, log);
    await clock.start();
    clock.stop();
    ok(measurements > 1);
  });

  it('warns of clock skew above two seconds once a minute', async () => {
    const server = new Server();
    const clock = new ServerClock('store', server.readTime, log, systemClock);
    server.aheadMs = 1_000;
    await clock.measure();
    equal(warnings.length, 0);
    server.aheadMs = -HOUR_MS;
    for (let times = 0; times < 5; times++) await clock.measure();
    equal(warnings.length, 1);
    const [[{ server: name, aheadMs }]] = warnings as [[{ server: string; aheadMs: number }]];
    deepEqual([name, Math.round(aheadMs / 60_000)], ['store', 60]);
  });

  it('keeps the time while the server is unavailable', async () => {
    const server = new Server();
    server.aheadMs = HOUR_MS;
    let isUnavailable = true;
    const readTime = () => (isUnavailable ? Promise.reject(new Error('unavailable')) : server.readTime());
    const clock = new ServerClock('redis', readTime, log);
    const started = clock.start();
    await pause(0);
    isUnavailable = false;
    await started;
    clock.stop();
    isUnavailable = true;
    await clock.measure().catch(() => {});
    isAbout(readAhead(clock), HOUR_MS);
  });
});
