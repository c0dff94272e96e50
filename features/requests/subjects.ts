import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { SubjectKind } from '../operators/index.js';

/** A call by its request id: what it cost, and whether that was given back. */
export const callSubject: SubjectKind = {
  type: 'call',
  async read({ usage, refunds }: Pick<LedgerCollections, 'refunds' | 'usage'>, id) {
    const call = await usage.findOne({ _id: id });
    if (!call) return null;
    const { account, endpoint, cost, status, state } = call;
    const refund = await refunds.findOne({ _id: id });
    const refunded = refund && { cost: refund.cost, reason: refund.reason, at: refund.at };
    return { account, state: { endpoint, cost, status, state, refunded } };
  },
};
