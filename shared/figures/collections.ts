import type { Collection, Db, IndexDescription } from 'mongodb';
import type { PoolName } from '../contract/pools.js';
import type { BreakerState } from '../process/metrics/boards.js';
import type { Counts } from './tally.js';

/** The stretches of time by which figures are kept, their lengths, and how long each is kept; all in ms. */
export const spans = {
  minute: { lengthMs: 60_000, keptMs: 48 * 3_600_000 },
  hour: { lengthMs: 3_600_000, keptMs: 90 * 24 * 3_600_000 },
  day: { lengthMs: 24 * 3_600_000, keptMs: 3 * 366 * 24 * 3_600_000 },
} as const;
export type SpanName = keyof typeof spans;

/** The scope of the figures of all endpoints together. */
export const OVERALL = '*';

/** What is known of the platform as a whole beside its calls. Amounts are micro-credits. */
export interface Platform {
  /** What all fronts answered, calls that were never charged included. */
  answered: number;
  answeredWith5xx: number;
  sold: number;
  /** Given back by operators. */
  refunded: number;
  expired: number;
  /** By pool; only in stretches in which a scheduler looked. */
  pools: Partial<Record<PoolName, PoolFigures>>;
  /** By upstream, how often its breaker was found in each state, at the worst of all processes. */
  upstreams: Record<string, Partial<Record<BreakerState, number>>>;
}

/** What was seen of a pool each time that somebody looked. */
export interface PoolFigures {
  looks: number;
  /** Live workers: of all looks together, and the fewest. */
  workers: number;
  fewest: number;
  /** Jobs that no worker had begun: of all looks together, and the most. */
  waiting: number;
  most: number;
}

/**
 * Figures of one stretch of time, of one endpoint or of all. A scheduler writes such a document whole, so that it may do so
 * again; the figures of hours are those of their minutes, and those of days those of their hours.
 */
export interface SpanFigures extends Counts {
  /** Span, scope, beginning: they are found by it, in the order of time. */
  _id: string;
  span: SpanName;
  /** An endpoint, or OVERALL. */
  scope: string;
  at: Date;
  expires: Date;
  /** Of OVERALL alone. */
  platform?: Platform;
}

export const spanId = (span: SpanName, scope: string, at: Date): string => `${span} ${scope} ${at.toISOString()}`;

/** What an account did in a day, or in a part of one. */
export type AccountCounts = Pick<Counts, 'calls' | 'errors' | 'failed' | 'spent' | 'givenBack'>;

/** Of no more endpoints than these is it kept what an account did with them in a day. */
export const MOST_ENDPOINTS = 60;

/** What an account did with one endpoint. */
export type EndpointCounts = Pick<Counts, 'calls' | 'errors' | 'spent'>;

/** What an account did in a day, or in a part of one, and with which endpoints: those that it called most, by their ids. */
export interface CountedAccount extends AccountCounts {
  /** Absent in days that were counted before endpoints were. */
  endpoints?: Record<string, EndpointCounts>;
}

/** The figures of an account on one day (UTC) on which it called. */
export interface AccountDay extends CountedAccount {
  /** Account and day. */
  _id: string;
  account: string;
  at: Date;
  /** When its last call was answered. */
  last: Date;
  /** The parts of the day that it is the sum of, by their beginning: each is written whole. They go when the day is over. */
  parts?: Record<string, CountedAccount>;
  expires: Date;
}

/** What accounts are sorted by. It follows what happens by some minutes. Amounts are micro-credits. */
export interface AccountFigures {
  /** The account. */
  _id: string;
  created: Date;
  balance: number;
  /** Spent, and errors, in the last 30 days. */
  spent: number;
  errors: number;
  calls: number;
  /** Its last call; 1970 where there was none. */
  last: Date;
}

/** How far figures have been made. */
export interface FigureMark {
  /** Which. */
  _id: string;
  through: Date;
}

const atTheEnd = { key: { expires: 1 }, expireAfterSeconds: 0 } as const;

/** The indexes that figures need. */
export const figureIndexes = {
  spanFigures: [{ key: { span: 1, at: 1 } }, atTheEnd],
  accountDays: [{ key: { account: 1, at: 1 } }, { key: { at: 1, _id: 1 } }, atTheEnd],
  accountFigures: [
    { key: { balance: 1, _id: 1 } },
    { key: { spent: 1, _id: 1 } },
    { key: { errors: 1, _id: 1 } },
    { key: { last: 1, _id: 1 } },
    { key: { created: 1, _id: 1 } },
  ],
  figureMarks: [],
} satisfies Record<string, IndexDescription[]>;

export interface FigureCollections {
  spanFigures: Collection<SpanFigures>;
  accountDays: Collection<AccountDay>;
  accountFigures: Collection<AccountFigures>;
  figureMarks: Collection<FigureMark>;
}

export const figureCollections = (db: Db): FigureCollections => ({
  spanFigures: db.collection('spanFigures'),
  accountDays: db.collection('accountDays'),
  accountFigures: db.collection('accountFigures'),
  figureMarks: db.collection('figureMarks'),
});
