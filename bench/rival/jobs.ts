import { Redis } from 'ioredis';

/** What the rival's front and worker agree on. */
export const RIVAL_QUEUE = 'rival';
export const RIVAL_PREFIX = 'rival';

export interface RivalJob {
  input: unknown;
}

/** A connection as BullMQ's manual makes it. */
export const connect = (url: string): Redis => new Redis(url.replace(/^unix:\/\//, ''), { maxRetriesPerRequest: null });
