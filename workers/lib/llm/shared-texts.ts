import { createHash } from 'node:crypto';
import type { TObject } from 'typebox';
import { count } from '../../../shared/process/metrics/measure.js';
import { redisKey } from '../../../shared/process/redis-keys.js';
import type { Call } from '../../handle.js';
import { readCache } from '../upstream/cache.js';
import { UpstreamFailure } from '../upstream/failure.js';
import { timeLimit } from '../upstream/resilience.js';
import { singleFlight } from '../upstream/single-flight.js';
import { type Model, type Question, RESERVE_MS, type Written } from './model.js';

/** The texts that are kept at most, some 2 KB each: those that were asked for longest ago go first. */
const MOST_KEPT = 20_000;
/** When each was asked for last, by the clock of Redis. */
const INDEX = redisKey('llm', 'texts');

/** Notes that a text was asked for, and lets go of those that are too many. KEYS: index. ARGV: key, now in ms, most. */
const TOUCH = `
  redis.call('zadd', KEYS[1], ARGV[2], ARGV[1])
  local spare = redis.call('zcard', KEYS[1]) - ARGV[3]
  if spare > 0 then
    local gone = redis.call('zpopmin', KEYS[1], spare)
    for at = 1, #gone, 2 do redis.call('unlink', gone[at]) end
  end`;

/** The flights of this process: who comes while one is under way waits for its end here. */
const flights = new WeakMap<Model, Map<string, Promise<unknown>>>();

/**
 * Asks the same question once for everybody, in all processes, and keeps the answer.
 *
 * @param keptMs how long it stays
 * @returns undefined when there is no usable answer in time
 */
export async function askOnce<Draft extends TObject, Answer>(
  model: Model,
  question: Question<Draft, Answer>,
  keptMs: number,
  call: Call,
): Promise<Written<Answer> | undefined> {
  // Without Redis nothing is shared.
  if (call.redis.status !== 'ready') return model.ask(question, call);
  const key = keyOf(model, question);
  const known = await readCache<Written<Answer>>(call, key);
  count('modelTexts', { task: question.name, memory: known ? 'hit' : 'miss' });
  if (known) {
    await call.redis.eval(TOUCH, 1, INDEX, key, call.clock.now().getTime(), MOST_KEPT);
    call.remark('text kept since', known.at.toISOString());
    return known.value;
  }
  const mine = flights.get(model) ?? new Map<string, Promise<unknown>>();
  flights.set(model, mine);
  const flight =
    (mine.get(key) as Promise<Written<Answer> | undefined> | undefined) ?? fly(model, question, key, keptMs, call);
  mine.set(key, flight);
  try {
    return await inTime(flight, call);
  } finally {
    if (mine.get(key) === flight) mine.delete(key);
  }
}

async function fly<Draft extends TObject, Answer>(
  model: Model,
  question: Question<Draft, Answer>,
  key: string,
  keptMs: number,
  call: Call,
): Promise<Written<Answer> | undefined> {
  const { redis, clock, deadline } = call;
  const leftMs = Math.max(1, deadline.getTime() - clock.now().getTime() - RESERVE_MS);
  const context = { redis, clock, signal: timeLimit(leftMs, call.signal) };
  try {
    const flown = await singleFlight(
      context,
      key,
      { lifetimeMs: () => keptMs, longestMs: leftMs + RESERVE_MS },
      async () => {
        const written = await model.ask(question, call);
        // Those who wait elsewhere learn of it, and do not ask one after the other.
        if (!written) throw new UpstreamFailure(model.name, 'unreadable');
        return written;
      },
    );
    await redis.eval(TOUCH, 1, INDEX, key, clock.now().getTime(), MOST_KEPT);
    return flown.value;
  } catch (err) {
    if (!(err instanceof UpstreamFailure)) call.log.warn({ err, task: question.name }, 'a text was not shared');
    return undefined;
  }
}

/** What comes of a flight, or nothing when this caller has no more time for it. */
async function inTime<T>(flight: Promise<T>, { deadline, clock, signal }: Call): Promise<T | undefined> {
  const over = timeLimit(Math.max(1, deadline.getTime() - clock.now().getTime() - RESERVE_MS), signal);
  const late = new Promise<undefined>((resolve) => {
    if (over.aborted) resolve(undefined);
    over.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return Promise.race([flight, late]);
}

/** Questions are the same when all that a model is told is, and the models are. */
function keyOf(model: Model, { name, instructions, schema, data }: Question<TObject, unknown>): string {
  const told = JSON.stringify([model.realm, name, instructions, schema, data]);
  return redisKey('llm', 'text', createHash('sha256').update(told).digest('hex').slice(0, 32));
}
