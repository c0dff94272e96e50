import { type Document, Int32, Long } from 'mongodb';
import { debitPipeline } from '../debit-pipeline.js';
import { day, everything, NAME, type Told } from './setting.js';

const wallet = {
  _id: 1,
  lots: [
    { id: 'a', expires: day(-10), left: new Int32(50) },
    { id: 'b', expires: day(10_000), left: new Int32(100) },
    { id: 'c', expires: day(20_000), left: Long.fromNumber(5_000_000_000) },
  ],
  open: [{ id: 'r0', cost: 5 }],
  spent: 0,
};

/** All of a debit in one update, with what is left after it. */
const debit = (id: string, cost: number): Document[] =>
  debitPipeline(
    id,
    cost,
    { $concatArrays: ['$open', [{ id, cost, parts: '$taken.parts' }]] },
    {
      $set: {
        left: { $sum: '$lots.left' },
        live: { $filter: { input: '$lots', cond: { $gt: ['$$this.expires', '$$NOW'] } } },
      },
    },
  );

const fastDebit = (id: string, cost: number): Document => ({
  findAndModify: NAME,
  query: { _id: 1, 'lots.1.left': { $gte: cost }, 'lots.1.expires': { $gt: day(0) }, 'open.id': { $ne: id } },
  update: { $inc: { 'lots.1.left': -cost }, $push: { open: { id, cost } } },
  new: true,
});

/** A story about debits, as the application makes them. */
export const walletStories: Told[] = [
  {
    about: 'wallets',
    documents: [wallet],
    commands: [
      fastDebit('r1', 30),
      fastDebit('r1', 30),
      fastDebit('r2', 80),
      everything,
      ...(
        [
          ['r3', 60],
          ['r4', 80],
          ['r4', 80],
          ['r5', 6_000_000_000],
          ['r6', 4_999_999_930],
          ['r7', 1],
        ] as const
      ).flatMap(([id, cost]) => [
        { findAndModify: NAME, query: { _id: 1 }, update: debit(id, cost), new: true },
        everything,
      ]),
      {
        findAndModify: NAME,
        query: { _id: 1, 'open.id': 'r3' },
        update: { $pull: { open: { id: 'r3' } }, $inc: { spent: 60 } },
        new: true,
      },
      {
        findAndModify: NAME,
        query: { _id: 1, 'open.id': 'r3' },
        update: { $pull: { open: { id: 'r3' } }, $inc: { spent: 60 } },
        new: true,
      },
      {
        update: NAME,
        updates: [
          { q: { _id: 1 }, u: { $push: { open: { $each: [{ id: 'x' }, { id: 'y' }] } }, $inc: { 'lots.2.left': -2 } } },
        ],
      },
      everything,
    ],
  },
];
