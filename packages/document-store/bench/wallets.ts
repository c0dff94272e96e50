import type { Document } from 'mongodb';

export const DOCUMENTS = 10_000;

export interface Wallet extends Document {
  _id: string;
}

/** Operation that a client repeats. */
export interface Turn {
  url: string;
  operation: string;
  ms: number;
}

/** Names of the measured operations. */
export const operationNames = [
  'findOne by _id',
  'findOne by unique field',
  'findOneAndUpdate with the debit pipeline',
  'findOneAndUpdate with plain operators',
  'insertOne',
] as const;

const day = (number: number): Date => new Date(Date.now() + number * 86_400_000);

const lot = (id: string, days: number, left: number): Document => ({
  id,
  expires: day(days),
  bought: 1_000_000_000,
  left,
});

export function wallet(number: number): Wallet {
  const lots = [lot('old', -1, 1_000_000), lot('first', 30, 1_000_000_000), lot('second', 60, 1_000_000_000)];
  return {
    _id: `account-${number}`,
    name: `name-${number}`,
    lots,
    open: [],
    bought: 3_000_000_000,
    spent: 0,
    refunded: 0,
    expired: 0,
  };
}
