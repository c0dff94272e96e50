import type { Redis } from '../process/redis.js';
import { redisKey } from '../process/redis-keys.js';
import type { AuditReport, Finding } from './audit.js';

const KEY = redisKey('audit', 'last');
const KEPT_MS = 8 * 24 * 3_600_000;
const MOST_KEPT = 50;

/** What the last audit of the scheduler has found. */
export interface LastAudit {
  at: Date;
  accounts: number;
  /** How many findings there were; the first of them are told. */
  total: number;
  findings: Finding[];
}

/** Keeps what an audit has found for a week, for the console. */
export async function keepAudit(redis: Redis, at: Date, { accounts, findings }: AuditReport): Promise<void> {
  const kept: LastAudit = { at, accounts, total: findings.length, findings: findings.slice(0, MOST_KEPT) };
  await redis.set(KEY, JSON.stringify(kept), 'PX', KEPT_MS);
}

/** @returns null when there was none in a week */
export async function readAudit(redis: Redis): Promise<LastAudit | null> {
  const text = await redis.get(KEY);
  if (text === null) return null;
  const { at, ...kept }: Omit<LastAudit, 'at'> & { at: string } = JSON.parse(text);
  return { ...kept, at: new Date(at) };
}
