import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { createSandboxSettings, type Fault, type Received, startSandbox } from 'sandbox';
import type { Clock } from '../../shared/process/clock.js';
import { type Config, readConfig } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import type { UpstreamDeclaration } from '../../workers/lib/upstream/declarations.js';
import { Upstreams } from '../../workers/lib/upstream/upstreams.js';
import type { GivenCall } from './run-handler.js';

type LogLine = Record<string, unknown> & { msg: string };

/** A private Redis and sandbox, and the context to call handlers with them. */
export interface Stage {
  readonly redis: Redis;
  readonly sandboxUrl: string;
  /** Log lines of calls made with `given()`. */
  readonly logged: LogLine[];
  /** Sets the current time of calls and sandbox. */
  setTime(instant: string): Promise<void>;
  /** Returns the context of a call; `settings` are added to those that point at the sandbox. */
  given(
    settings?: Record<string, string | undefined>,
  ): GivenCall & { readonly config: Config; readonly headers: Map<string, string> };
  injectFault(fault: Fault): Promise<void>;
  /** Units that each account of a sandbox upstream may spend. */
  setQuota(quota: number): Promise<void>;
  /** Returns the requests that a sandbox upstream has received. */
  received(upstream: string): Promise<Received[]>;
  /** Empties Redis, and forgets faults, requests and time. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Factor by which timeouts are longer than in production: a busy machine is not an outage. */
const SLOWNESS = 10;

class SlowUpstreams extends Upstreams {
  readonly #slow = new Map<UpstreamDeclaration, UpstreamDeclaration>();

  override get(declared: UpstreamDeclaration) {
    const { attemptMs, totalMs } = declared;
    const slow = this.#slow.get(declared) ?? {
      ...declared,
      ...{ attemptMs: SLOWNESS * attemptMs, totalMs: SLOWNESS * totalMs },
    };
    this.#slow.set(declared, slow);
    return super.get(slow);
  }
}

export async function openStage(): Promise<Stage> {
  const [{ redis, stop }, sandbox] = await Promise.all([startRedis(), startSandbox()]);
  const logged: LogLine[] = [];
  let time: Date | undefined;
  const clock: Clock = { now: () => time ?? new Date() };
  const control = async (order: object) => {
    const answer = await fetch(`${sandbox.url}/_control`, { method: 'POST', body: JSON.stringify(order) });
    if (answer.status !== 200) throw new Error(await answer.text());
  };
  return {
    redis,
    sandboxUrl: sandbox.url,
    logged,
    async setTime(instant) {
      time = new Date(instant);
      await control({ now: time.toISOString() });
    },
    given(settings = {}) {
      const config = readConfig({ ...createSandboxSettings(sandbox.url), ...settings });
      const upstreams = new SlowUpstreams(config);
      return { redis, clock, log: recordingLog(logged), headers: new Map(), config, upstreams };
    },
    injectFault: (fault) => control({ fault }),
    setQuota: (quota) => control({ quota }),
    async received(upstream) {
      const answer = await fetch(`${sandbox.url}/_control`);
      const { received } = (await answer.json()) as { received: Received[] };
      return received.filter((request) => request.upstream === upstream);
    },
    async reset() {
      time = undefined;
      logged.length = 0;
      await redis.flushall();
      await control({ reset: true });
    },
    async close() {
      await sandbox.close();
      await stop();
    },
  };
}

/** Creates a logger that appends its lines to a list. */
function recordingLog(lines: LogLine[]): Logger {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as LogLine);
      done();
    },
  });
  return pino({ level: 'debug' }, sink);
}

async function startRedis(): Promise<{ redis: Redis; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'ua-redis-'));
  const socket = join(folder, 's');
  const server: ChildProcess = spawn(
    'redis-server',
    ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no', '--dir', folder],
    { stdio: 'ignore' },
  );
  const redis = new Redis(socket, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
  redis.on('error', () => undefined);
  await redis.ping();
  return {
    redis,
    async stop() {
      redis.disconnect();
      const ended = once(server, 'exit');
      server.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
