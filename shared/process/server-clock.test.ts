import { deepEqual, equal, ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from './clock.js';
import { ServerClock } from './server-clock.js';

const HOUR_MS = 3_600_000;
/** What two readings of a clock may lie apart while a test runs, and no hour is. */
const MEANWHILE_MS = 60_000;

/** A server whose clock goes wrong by so much, and that takes its time to tell. */
class Server {
  aheadMs = 0;
  delaysMs: number[] = [];

  ask = async (): Promise<number> => {
    const told = Date.now() + this.aheadMs;
    await pause(this.delaysMs.shift() ?? 0);
    return told;
  };
}

describe('the clock of a server', () => {
  const said: unknown[] = [];
  const log = { warn: (...words: unknown[]) => void said.push(words) };
  const aheadOf = (clock: ServerClock) => clock.now().getTime() - Date.now();
  const isAbout = (ms: number, expected: number) => ok(Math.abs(ms - expected) < MEANWHILE_MS, `${ms} ms`);
  beforeEach(() => void said.splice(0));

  it('is told whatever the own one says, and from another until the server has', async () => {
    const server = new Server();
    const clock = new ServerClock('redis', server.ask, log, { now: () => new Date(Date.now() - HOUR_MS) });
    isAbout(aheadOf(clock), -HOUR_MS);
    server.aheadMs = HOUR_MS;
    await clock.measure();
    isAbout(aheadOf(clock), HOUR_MS);
    isAbout(clock.aheadMs, -HOUR_MS);
  });

  it('is learnt from the answer that leaves the least doubt, until it is set', async () => {
    const server = new Server();
    server.delaysMs = [0, 400];
    const clock = new ServerClock('redis', server.ask, log);
    await clock.measure();
    const before = clock.aheadMs;
    // Told at the beginning of the 400 ms, in the middle of which it is supposed to have been told.
    await clock.measure();
    ok(Math.abs(clock.aheadMs - before) < 100, `${clock.aheadMs - before} ms`);
    server.aheadMs = -HOUR_MS;
    await clock.measure();
    isAbout(aheadOf(clock), -HOUR_MS);
  });

  it('is not gone by before it is sure: a first answer that came late is not enough', async () => {
    const server = new Server();
    server.delaysMs = [1_200];
    const asked: number[] = [];
    const ask = () => {
      asked.push(asked.length);
      return server.ask();
    };
    const clock = new ServerClock('redis', ask, log);
    await clock.start();
    clock.stop();
    ok(asked.length > 1);
  });

  it('is said to differ by more than two seconds once a minute, and not by less', async () => {
    const server = new Server();
    const clock = new ServerClock('store', server.ask, log, systemClock);
    server.aheadMs = 1_000;
    await clock.measure();
    equal(said.length, 0);
    server.aheadMs = -HOUR_MS;
    for (let times = 0; times < 5; times++) await clock.measure();
    equal(said.length, 1);
    const [[{ server: name, aheadMs }]] = said as [[{ server: string; aheadMs: number }]];
    deepEqual([name, Math.round(aheadMs / 60_000)], ['store', 60]);
  });

  it('goes on when the server is away', async () => {
    const server = new Server();
    server.aheadMs = HOUR_MS;
    let isAway = true;
    const ask = () => (isAway ? Promise.reject(new Error('away')) : server.ask());
    const clock = new ServerClock('redis', ask, log);
    const started = clock.start();
    await pause(0);
    isAway = false;
    await started;
    clock.stop();
    isAway = true;
    await clock.measure().catch(() => {});
    isAbout(aheadOf(clock), HOUR_MS);
  });
});
