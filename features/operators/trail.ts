import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { failFast, type ItemRunner } from '../../shared/process/item-runner.js';
import { isDuplicate } from '../../shared/store/insert-new.js';
import type { OperatorCollections, TrailEntry, TrailIntent } from './collections.js';

type Trail = Pick<OperatorCollections, 'auditTrail' | 'trailIntents'>;

/** Maximum attempts to append an entry while other processes append theirs. */
const MAX_TRIES = 50;
const MAX_PAUSE_MS = 20;
/** Maximum problems that a check of the trail reports. */
const MAX_FINDINGS = 100;
/** Age of an intent, in ms, whose process must have ended: no request runs so long. */
const ABANDONED_AFTER_MS = 5 * 60_000;

/** Reduces a value to what JSON represents. */
export const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/**
 * Appends an entry to the trail. Every entry holds the hash of the previous one, so that later changes and removals are detected.
 * Safe to repeat: an intent becomes one entry.
 *
 * @throws Error if the store fails
 */
export async function appendEntry(
  { auditTrail }: Trail,
  { _id: nonce, ...done }: TrailIntent,
  outcome: TrailEntry['outcome'],
  after: unknown,
): Promise<void> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const last = await auditTrail.findOne({ _id: { $gt: 0 } }, { sort: { _id: -1 } });
    const entry = { _id: (last?._id ?? 0) + 1, nonce, ...done, after, outcome, previous: last?.hash ?? '' };
    try {
      await auditTrail.insertOne({ ...entry, hash: computeHash(entry) });
      return;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    if (await auditTrail.findOne({ nonce })) return;
    await pause(Math.random() * MAX_PAUSE_MS);
  }
  throw new Error('other processes kept appending to the audit trail first');
}

/** Turns the intents of processes that have died into entries with an unknown outcome. */
export async function recoverTrailIntents(store: Trail, now: Date, each: ItemRunner = failFast): Promise<number> {
  const before = new Date(now.getTime() - ABANDONED_AFTER_MS);
  const found = await store.trailIntents.find({ at: { $lt: before } }).toArray();
  const recoverOne = async (intent: TrailIntent) => {
    await appendEntry(store, intent, 'unknown', null);
    await store.trailIntents.deleteOne({ _id: intent._id });
  };
  return each(found, ({ _id }) => _id, recoverOne);
}

/** Reads the whole trail and reports entries that were changed, inserted or removed. */
export async function checkTrail({ auditTrail }: Trail) {
  const findings: { entry: number; problem: string }[] = [];
  let entries = 0;
  let previous = '';
  for await (const entry of auditTrail.find({ _id: { $gt: 0 } }, { sort: { _id: 1 } })) {
    entries++;
    const { hash, ...rest } = entry;
    const problems = [
      ...(entry._id === entries ? [] : ['entries before it are missing']),
      ...(entry.previous === previous ? [] : ['it does not follow the entry before it']),
      ...(hash === computeHash(rest) ? [] : ['it has been changed']),
    ];
    if (findings.length < MAX_FINDINGS) findings.push(...problems.map((problem) => ({ entry: entry._id, problem })));
    entries = entry._id;
    previous = hash;
  }
  return { entries, findings };
}

const computeHash = (entry: Omit<TrailEntry, 'hash'>): string =>
  createHash('sha256').update(toCanonicalJson(entry)).digest('hex');

/** Serializes a value with the fields of every object sorted by name: stores guarantee no order. */
const toCanonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
