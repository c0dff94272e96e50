import { nanoid } from 'nanoid';
import { type Budget, dayOf } from '../../shared/keys/budget.js';
import type { Hold } from '../../shared/ledger/documents.js';

/** What is to be paid for. */
export interface Charge {
  account: string;
  /** Id of the key that called. */
  key: string;
  endpoint: string;
  requestId: string;
  /** In micro-credits. */
  cost: number;
  /** Set for a key that has one. */
  budget?: Budget;
  /** Set for a call whose caller comes back for the reply. */
  later?: Hold['later'];
}

/**
 * A hold for a charge, of its own nonce.
 *
 * @param front that takes it; nobody's is decided by the reconciler alone
 */
export const holdFor = (
  { requestId, key, endpoint, cost, budget, later }: Charge,
  at: Date,
  parts: Hold['parts'],
  front: string | undefined,
): Hold => ({
  ...{ id: requestId, nonce: nanoid(12), key, endpoint },
  ...(front !== undefined && { front }),
  ...(later && { later }),
  ...{ at, cost, parts },
  ...(budget && { budgeted: dayOf(at) }),
});
