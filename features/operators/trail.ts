import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { failFast, type ItemRunner } from '../../shared/process/item-runner.js';
import { isDuplicate } from '../../shared/store/insert-new.js';
import type { OperatorCollections, TrailEntry, TrailIntent } from './collections.js';

type Trail = Pick<OperatorCollections, 'auditTrail' | 'trailIntents'>;

/** How often a place in the trail is tried for, while others take theirs. */
const MOST_TRIES = 50;
const LONGEST_PAUSE_MS = 20;
/** Problems of the chain that are told. */
const MOST_FINDINGS = 100;
/** An intent this old, in ms, belongs to a process that has ended: no request lives so long. */
const ABANDONED_AFTER_MS = 5 * 60_000;

/** A value as the trail keeps it: what JSON knows of it. */
export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/**
 * Puts what was done into the trail, at its end. Every entry carries the hash of the one before it, so that one that is
 * changed or taken out later is found. Harmless to repeat: an intent is entered once.
 *
 * @throws Error when the store does not take it
 */
export async function enter(
  { auditTrail }: Trail,
  { _id: nonce, ...done }: TrailIntent,
  outcome: TrailEntry['outcome'],
  after: unknown,
): Promise<void> {
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const last = await auditTrail.findOne({ _id: { $gt: 0 } }, { sort: { _id: -1 } });
    const place = { _id: (last?._id ?? 0) + 1, nonce, ...done, after, outcome, previous: last?.hash ?? '' };
    try {
      await auditTrail.insertOne({ ...place, hash: hashOf(place) });
      return;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    if (await auditTrail.findOne({ nonce })) return;
    await pause(Math.random() * LONGEST_PAUSE_MS);
  }
  throw new Error('others kept taking the end of the audit trail');
}

/** Enters what processes have begun that ended before they could say what became of it. */
export async function enterAbandoned(store: Trail, now: Date, each: ItemRunner = failFast): Promise<number> {
  const before = new Date(now.getTime() - ABANDONED_AFTER_MS);
  const found = await store.trailIntents.find({ at: { $lt: before } }).toArray();
  const enterOne = async (intent: TrailIntent) => {
    await enter(store, intent, 'unknown', null);
    await store.trailIntents.deleteOne({ _id: intent._id });
  };
  return each(found, ({ _id }) => _id, enterOne);
}

/** Reads the whole trail and says where it is not as it was written: an entry was changed, put in or taken out. */
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
      ...(hash === hashOf(rest) ? [] : ['it has been changed']),
    ];
    if (findings.length < MOST_FINDINGS) findings.push(...problems.map((problem) => ({ entry: entry._id, problem })));
    entries = entry._id;
    previous = hash;
  }
  return { entries, findings };
}

const hashOf = (entry: Omit<TrailEntry, 'hash'>): string => createHash('sha256').update(canonical(entry)).digest('hex');

/** JSON with the fields of every object in the order of their names: stores keep no other order for sure. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
