import type { Collection, Db, IndexDescription } from 'mongodb';
import type { Lease, Payment, Refund, Reversal, Usage, UsageHour, Wallet } from './documents.js';

/** An index of the calls that were answered with an error. */
const ofErrors = { partialFilterExpression: { status: { $gte: 400 } } } as const;

export const ledgerIndexes = {
  wallets: [{ key: { 'open.at': 1 } }, { key: { 'lots.expires': 1 } }, { key: { 'low.untold': 1 }, sparse: true }],
  usage: [
    // What stands behind the id is for lists of calls: one that does not fit is passed over without its document being read.
    { key: { account: 1, at: 1, _id: 1, endpoint: 1, status: 1, 'call.ms': 1 } },
    { key: { state: 1, at: 1, _id: 1, endpoint: 1, 'call.ms': 1 } },
    // Of calls that went well these hold nothing, and cost nothing.
    { key: { 'call.type': 1, at: 1, _id: 1 }, ...ofErrors },
    { key: { status: 1, at: 1, _id: 1 }, ...ofErrors },
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
}

export const ledgerCollections = (db: Db): LedgerCollections => ({
  wallets: db.collection('wallets'),
  usage: db.collection('usage'),
  usageHourly: db.collection('usageHourly'),
  refunds: db.collection('refunds'),
  reversals: db.collection('reversals'),
  leases: db.collection('leases'),
  payments: db.collection('payments'),
});
