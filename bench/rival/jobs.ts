import { Redis } from 'ioredis';

/** Queue names that the rival's fronts and worker share. Each front has its own, so that none receives the other's jobs. */
export const RIVAL_QUEUES = {
  withCredits: 'rival',
  secondFront: 'rival-second',
  creditsOff: 'rival-credits-off',
} as const;
export const RIVAL_PREFIX = 'rival';

export interface RivalJob {
  input: unknown;
}

/** Connects as in BullMQ's manual. */
export const connect = (url: string): Redis => new Redis(url.replace(/^unix:\/\//, ''), { maxRetriesPerRequest: null });
