import type { Collection, Db, IndexDescription } from 'mongodb';
import type { AcknowledgedFinding, Lease, Payment, Refund, Reversal, Usage, UsageHour, Wallet } from './documents.js';

/** Limits an index to responses with an error, so that successful calls cost it nothing. */
const errorsOnly = { partialFilterExpression: { status: { $gte: 400 } } } as const;

export const ledgerIndexes = {
  wallets: [{ key: { 'open.at': 1 } }, { key: { 'lots.expires': 1 } }, { key: { 'low.untold': 1 }, sparse: true }],
  usage: [
    // The fields after the id let lists of calls skip entries without reading their documents.
    { key: { account: 1, at: 1, _id: 1, endpoint: 1, status: 1, 'call.ms': 1 } },
    { key: { state: 1, at: 1, _id: 1, endpoint: 1, 'call.ms': 1 } },
    { key: { 'call.type': 1, at: 1, _id: 1 }, ...errorsOnly },
    { key: { status: 1, at: 1, _id: 1 }, ...errorsOnly },
  ],
  usageHourly: [{ key: { account: 1, hour: 1 } }, { key: { hour: 1, account: 1 } }],
  refunds: [{ key: { account: 1 } }, { key: { at: 1 } }],
  reversals: [{ key: { account: 1 } }, { key: { lot: 1, number: 1 } }, { key: { applied: 1 } }],
  leases: [{ key: { until: 1 }, expireAfterSeconds: 24 * 3_600 }],
  payments: [{ key: { account: 1, bought: 1, _id: 1 } }, { key: { applied: 1 } }, { key: { at: 1 } }],
} satisfies Record<string, IndexDescription[]>;

export interface LedgerCollections {
  wallets: Collection<Wallet>;
  usage: Collection<Usage>;
  usageHourly: Collection<UsageHour>;
  refunds: Collection<Refund>;
  reversals: Collection<Reversal>;
  leases: Collection<Lease>;
  payments: Collection<Payment>;
  acknowledgedFindings: Collection<AcknowledgedFinding>;
}

export const ledgerCollections = (db: Db): LedgerCollections => ({
  wallets: db.collection('wallets'),
  usage: db.collection('usage'),
  usageHourly: db.collection('usageHourly'),
  refunds: db.collection('refunds'),
  reversals: db.collection('reversals'),
  leases: db.collection('leases'),
  payments: db.collection('payments'),
  acknowledgedFindings: db.collection('acknowledgedFindings'),
});
