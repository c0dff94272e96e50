import { deepEqual, equal } from 'node:assert/strict';
import type { Collections } from '../../../features/collections.js';
import { audit } from '../../../shared/ledger/audit.js';
import { eventually, isAtRest } from '../../helpers/stack.js';
import type { Told } from './load.js';

/** Longer than the reconciler leaves a hold alone. */
const SETTLED_WITHIN_MS = 150_000;
const PAGE = 1_000;

/**
 * Holds what callers were told against the books, call by call: what was answered well is charged, what was refused or
 * failed is not, nothing is left open, and the audit finds nothing.
 *
 * @returns how many calls were compared
 */
export async function booksAgree(
  store: Collections,
  account: string,
  told: readonly Pick<Told, 'pool' | 'requestId' | 'status'>[],
): Promise<number> {
  const wallet = await eventually(() => store.wallets.findOne({ _id: account }), isAtRest, SETTLED_WITHIN_MS);
  deepEqual(wallet?.open, [], 'holds are left');
  const answered = told.filter(({ requestId }) => requestId !== undefined);
  const spent = new Set<string>();
  for (let start = 0; start < answered.length; start += PAGE) {
    const ids = answered.slice(start, start + PAGE).map(({ requestId = '' }) => requestId);
    for (const { _id } of await store.usage.find({ _id: { $in: ids }, state: 'spent' }).toArray()) spent.add(_id);
  }
  const wrong = answered.filter(({ requestId = '', status }) => spent.has(requestId) !== status < 400);
  deepEqual(
    wrong.map(({ status, pool }) => `${pool}: answered ${status}, ${status < 400 ? 'not charged' : 'charged'}`),
    [],
  );
  equal(new Set(answered.map(({ requestId }) => requestId)).size, answered.length);
  deepEqual((await audit(store, account)).findings, []);
  return answered.length;
}
