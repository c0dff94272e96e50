import { DateTime } from 'luxon';
import { nanoid } from 'nanoid';
import { failFast } from '../process/item-runner.js';
import { isDuplicate } from '../store/insert-new.js';
import type { LedgerCollections } from './collections.js';
import { addLot } from './debts.js';
import type { Payment } from './documents.js';

const VALID_MONTHS = 12;
/** Purchases before this instant count as made on it. */
const EARLIEST_PURCHASE = new Date('2025-09-22T00:00:00Z');

type Store = Pick<LedgerCollections, 'payments' | 'wallets'>;

export interface Purchase {
  account: string;
  /** In micro-credits. */
  amount: number;
  bought: Date;
  /** Expiry that was stated at the purchase; counts if it is earlier than the usual one. */
  statedExpiry?: Date;
  /** Ids of the groups whose requests it pays for, for promotional credits; by default it pays for all. */
  groups?: readonly string[];
  /** Id of the payment, which makes the purchase safe to repeat. */
  id?: string;
}

/**
 * Calculates the validity of a purchase: 12 calendar months, to the same time of the same day of the month or of the month's last day,
 * bought no earlier than 2025-09-22.
 */
export function computeValidity(bought: Date, statedExpiry?: Date): { bought: Date; expires: Date } {
  const counted = bought < EARLIEST_PURCHASE ? EARLIEST_PURCHASE : bought;
  const usual = DateTime.fromJSDate(counted, { zone: 'utc' }).plus({ months: VALID_MONTHS }).toJSDate();
  return { bought: counted, expires: statedExpiry && statedExpiry < usual ? statedExpiry : usual };
}

/**
 * Adds credits to an account's wallet, which the first purchase opens. They pay what the account owes first.
 *
 * @returns the id of the payment, and of its lot
 */
export async function purchase(store: Store, order: Purchase): Promise<string> {
  if (!Number.isSafeInteger(order.amount) || order.amount <= 0) throw new RangeError('amount must be positive');
  const payment: Omit<Payment, 'at'> = {
    _id: order.id ?? nanoid(),
    account: order.account,
    amount: order.amount,
    ...computeValidity(order.bought, order.statedExpiry),
    ...(order.groups && { groups: [...order.groups] }),
    applied: false,
  };
  if (await record(store, payment)) await apply(store, payment);
  else await applyPayments(store, { _id: payment._id });
  return payment._id;
}

/** Records a payment, dated by the store's clock. @returns false if one with its id exists */
async function record({ payments }: Store, payment: Omit<Payment, 'at'>): Promise<boolean> {
  try {
    // Fields of a payment that exists stay as they are.
    const fields = { $mergeObjects: [{ $literal: payment }, { at: '$$NOW' }, '$$ROOT'] };
    const { upsertedCount } = await payments.updateOne({ _id: payment._id }, [{ $replaceWith: fields }], {
      upsert: true,
    });
    return upsertedCount > 0;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

/** Adds the lots of payments that a crash has left unapplied. Safe to repeat. */
export async function applyPayments(store: Store, which: { _id?: string } = {}, each = failFast): Promise<number> {
  const waiting = await store.payments.find({ ...which, applied: false }).toArray();
  return each(
    waiting,
    ({ _id }) => _id,
    (payment) => apply(store, payment),
  );
}

/** Update that opens a wallet if there is none. */
export const openWallet = (account: string) => ({
  filter: { _id: account },
  update: { $setOnInsert: { lots: [], open: [], bought: 0, spent: 0, refunded: 0, expired: 0 } },
  upsert: true,
});

/** Opens the wallet if there is none, adds the payment's lot, and marks the payment as applied. */
async function apply({ wallets, payments }: Store, payment: Omit<Payment, 'at'>): Promise<void> {
  const { _id: id, account, amount, bought, expires, groups } = payment;
  const fill = {
    filter: { _id: account, 'lots.id': { $ne: id } },
    update: addLot({ id, bought, expires, left: amount, ...(groups && { groups }) }),
  };
  await wallets.bulkWrite([{ updateOne: openWallet(account) }, { updateOne: fill }]);
  await payments.updateOne({ _id: id }, { $set: { applied: true } });
}
