import Type, { type Static, type TObject, type TRecord } from 'typebox';
import type { PoolName } from '../contract/pools.js';

/**
 * Work that the platform orders itself and a worker does, because it needs what only workers have. A chore is no
 * endpoint: nobody can call it, nobody is charged for it.
 */
export interface Chore<Report extends TObject | TRecord = TObject | TRecord> {
  /** Names its job; its handler is `workers/<id>.ts`. */
  readonly id: string;
  readonly pool: PoolName;
  /** How long it may take once a worker has begun it, in ms. It may wait for a worker for as long as need be. */
  readonly withinMs: number;
  /** What the worker tells about it in the end. */
  readonly report: Report;
}

export type ReportOf<C extends Chore> = Static<C['report']>;

const chore = <Report extends TObject | TRecord>(declared: Chore<Report>): Chore<Report> => declared;

/** Asks every source of exchange rates anew: reports how many currencies each quoted, or why it did not. */
export const refreshRates = chore({
  id: 'currency/refresh-rates',
  pool: 'fetch',
  withinMs: 30_000,
  report: Type.Record(
    Type.String(),
    Type.Union([Type.Object({ currencies: Type.Integer() }), Type.Object({ failed: Type.String() })]),
  ),
});

/** Has the language model write the daily readings of tomorrow: reports how many texts there are now, and how many it would not write. */
export const writeAhead = chore({
  id: 'horoscope/write-ahead',
  pool: 'content',
  withinMs: 900_000,
  report: Type.Object({ written: Type.Integer(), missing: Type.Integer() }),
});

export const chores: readonly Chore[] = [refreshRates, writeAhead];
