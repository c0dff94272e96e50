import type { Redis } from 'ioredis';
import { laneKey } from '../process/redis-keys.js';
import type { JobData } from './job.js';

/**
 * What is longer than this, in characters, travels beside its job or its reply, in a key of its own: what scripts are given Redis copies
 * again and again, and serves nobody else meanwhile.
 */
export const LARGEST_INSIDE = 64 * 1024;
/** Of a larger input, the texts that are longer than this travel beside the job. */
const LARGEST_TEXT = 16 * 1024;

/** Where a text stands in an input: names of fields, and places in lists. */
type Path = readonly (string | number)[];

/** A job as it is in the queue. */
export interface QueuedJob extends JobData {
  /** Where in the input the texts belong that are beside it; there they are empty. */
  beside?: readonly Path[];
}

interface Taken {
  path: Path;
  text: string;
}

const textKey = (lane: number, requestId: string, at: number): string => laneKey(lane, 'input', requestId, String(at));

/**
 * Puts the long texts of a large input, as files are, beside its job until the deadline: nobody begins it after that.
 *
 * @param lane by which the job goes
 * @param forMs until the deadline
 * @returns the job as it goes into the queue
 */
export async function lighten(redis: Redis, lane: number, job: JobData, forMs: number): Promise<QueuedJob> {
  if (charactersIn(job.input) <= LARGEST_INSIDE) return job;
  const taken: Taken[] = [];
  const input = withoutTexts(job.input, [], taken);
  if (taken.length === 0) return job;
  // One after the other: to hand over a file takes a front milliseconds, after which its other calls have their turns.
  for (const [at, { text }] of taken.entries()) {
    await redis.set(textKey(lane, job.requestId, at), Buffer.from(text), 'PX', forMs);
  }
  return { ...job, input, beside: taken.map(({ path }) => path) };
}

function withoutTexts(value: unknown, path: Path, taken: Taken[]): unknown {
  if (typeof value === 'string') {
    if (value.length <= LARGEST_TEXT) return value;
    taken.push({ path, text: value });
    return '';
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, at) => withoutTexts(item, [...path, at], taken));
  const fields = Object.entries(value).map(([name, inner]) => [name, withoutTexts(inner, [...path, name], taken)]);
  return Object.fromEntries(fields);
}

/**
 * A job with all of its input.
 *
 * @throws Error when what was beside it is gone
 */
export async function complete(redis: Redis, lane: number, { beside, ...job }: QueuedJob): Promise<JobData> {
  if (!beside) return job;
  const texts = await Promise.all(beside.map((_, at) => redis.getBuffer(textKey(lane, job.requestId, at))));
  const withText = (input: unknown, path: Path, at: number) => {
    const text = texts[at];
    if (!text) throw new Error('a part of the input is gone');
    return put(input, path, text.toString());
  };
  return { ...job, input: beside.reduce(withText, job.input) };
}

/** Puts a text where it belongs in a value, and gives that. */
function put(value: unknown, [name, ...rest]: Path, text: string): unknown {
  if (name === undefined) return text;
  if (typeof value !== 'object' || value === null) throw new Error('a part of the input has no place');
  const inner: unknown = Reflect.get(value, name);
  Reflect.set(value, name, put(inner, rest, text));
  return value;
}

/** Drops what was beside a job, once that has ended. */
export async function dropBeside(redis: Redis, lane: number, { beside = [], requestId }: QueuedJob): Promise<void> {
  if (beside.length > 0) await redis.del(beside.map((_, at) => textKey(lane, requestId, at)));
}

/** The length of all texts within a value: it is not written out to find that out. */
export function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, inner) => sum + charactersIn(inner), 0);
}
