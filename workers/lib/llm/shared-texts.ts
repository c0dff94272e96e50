import { createHash } from 'node:crypto';
import type { TObject } from 'typebox';
import { count } from '../../../shared/process/metrics/measure.js';
import { redisKey } from '../../../shared/process/redis-keys.js';
import type { Call } from '../../handle.js';
import { readCache } from '../upstream/cache.js';
import { UpstreamFailure } from '../upstream/failure.js';
import { timeLimit } from '../upstream/resilience.js';
import { singleFlight } from '../upstream/single-flight.js';
import { type Generated, type Model, RESERVE_MS } from './model.js';
import type { ModelTask } from './prompt.js';

/** Maximum number of cached texts, about 2 KB each. The least recently used are evicted. */
const MAX_TEXTS = 20_000;
/** Last use of each text, by the clock of Redis. */
const INDEX = redisKey('llm', 'texts');

/** Marks a text as used, and evicts others beyond the maximum. KEYS: index. ARGV: key, now in ms, maximum. */
const TOUCH = `
  redis.call('zadd', KEYS[1], ARGV[2], ARGV[1])
  local spare = redis.call('zcard', KEYS[1]) - ARGV[3]
  if spare > 0 then
    local gone = redis.call('zpopmin', KEYS[1], spare)
    for at = 1, #gone, 2 do redis.call('unlink', gone[at]) end
  end`;

/**
 * Performs equal tasks once for all processes, and caches the result. Without Redis nothing is shared.
 *
 * @returns undefined when there is no usable result in time
 */
export async function generateOnce<Draft extends TObject, Result>(
  model: Model,
  task: ModelTask<Draft, Result>,
  lifetimeMs: number,
  call: Call,
): Promise<Generated<Result> | undefined> {
  if (call.redis.status !== 'ready') return model.generate(task, call);
  const key = cacheKey(model, task);
  const known = await readCache<Generated<Result>>(call, key);
  count('modelTexts', { task: task.name, memory: known ? 'hit' : 'miss' });
  if (known) {
    await call.redis.eval(TOUCH, 1, INDEX, key, call.clock.now().getTime(), MAX_TEXTS);
    call.remark('text kept since', known.at.toISOString());
    return known.value;
  }
  const flight =
    (model.inProgress.get(key) as Promise<Generated<Result> | undefined> | undefined) ??
    fly(model, task, key, lifetimeMs, call);
  model.inProgress.set(key, flight);
  try {
    return await waitFor(flight, call);
  } finally {
    if (model.inProgress.get(key) === flight) model.inProgress.delete(key);
  }
}

/** Performs a task, or waits while another process does. */
async function fly<Draft extends TObject, Result>(
  model: Model,
  task: ModelTask<Draft, Result>,
  key: string,
  lifetimeMs: number,
  call: Call,
): Promise<Generated<Result> | undefined> {
  const { redis, clock, deadline } = call;
  const leftMs = Math.max(1, deadline.getTime() - clock.now().getTime() - RESERVE_MS);
  const context = { redis, clock, signal: timeLimit(leftMs, call.signal) };
  try {
    const flown = await singleFlight(
      context,
      key,
      { lifetimeMs: () => lifetimeMs, longestMs: leftMs + RESERVE_MS },
      async () => {
        const generated = await model.generate(task, call);
        // The failure is shared with waiting processes, so that they do not ask one after the other.
        if (!generated) throw new UpstreamFailure(model.name, 'unreadable');
        return generated;
      },
    );
    await redis.eval(TOUCH, 1, INDEX, key, clock.now().getTime(), MAX_TEXTS);
    return flown.value;
  } catch (err) {
    if (!(err instanceof UpstreamFailure)) call.log.warn({ err, task: task.name }, 'cannot share a text');
    return undefined;
  }
}

/** Returns the result of a flight, or undefined when this request runs out of time. */
async function waitFor<T>(flight: Promise<T>, { deadline, clock, signal }: Call): Promise<T | undefined> {
  const over = timeLimit(Math.max(1, deadline.getTime() - clock.now().getTime() - RESERVE_MS), signal);
  const late = new Promise<undefined>((resolve) => {
    if (over.aborted) resolve(undefined);
    over.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return Promise.race([flight, late]);
}

/** Returns the cache key of a task. Tasks are equal if their prompts and models are. */
function cacheKey(model: Model, { name, instructions, schema, data }: ModelTask<TObject, unknown>): string {
  const identity = JSON.stringify([model.realm, name, instructions, schema, data]);
  return redisKey('llm', 'text', createHash('sha256').update(identity).digest('hex').slice(0, 32));
}
