import { type Document, Int32, Long } from 'mongodb';
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

/** All of a debit in one update: what is needed is taken from the lots that live, oldest first, or nothing at all. */
const debit = (id: string, cost: number): Document[] => {
  const take = { $cond: [{ $gt: ['$$this.expires', '$$NOW'] }, { $min: ['$$this.left', '$$value.need'] }, 0] };
  const lot = { $mergeObjects: ['$$this', { left: { $subtract: ['$$this.left', '$$take'] } }] };
  const part = { $cond: [{ $gt: ['$$take', 0] }, [{ lot: '$$this.id', amount: '$$take' }], []] };
  const step = {
    lots: { $concatArrays: ['$$value.lots', [lot]] },
    parts: { $concatArrays: ['$$value.parts', part] },
    need: { $subtract: ['$$value.need', '$$take'] },
  };
  const taken = {
    $reduce: {
      input: '$lots',
      initialValue: { lots: [], parts: [], need: cost },
      in: { $let: { vars: { take }, in: step } },
    },
  };
  const suffices = { $and: [{ $eq: ['$taken.need', 0] }, { $not: [{ $in: [id, '$open.id'] }] }] };
  const opened = { $concatArrays: ['$open', [{ id, cost, parts: '$taken.parts' }]] };
  return [
    { $set: { taken } },
    { $set: { lots: { $cond: [suffices, '$taken.lots', '$lots'] }, open: { $cond: [suffices, opened, '$open'] } } },
    {
      $set: {
        left: { $sum: '$lots.left' },
        live: { $filter: { input: '$lots', cond: { $gt: ['$$this.expires', '$$NOW'] } } },
      },
    },
    { $unset: 'taken' },
  ];
};

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
