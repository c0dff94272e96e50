import type { Document } from 'mongodb';

/**
 * The stages of an update that takes a cost from the lots that live, oldest first, or nothing at all.
 *
 * @param opened what `open` becomes when the lots suffice; `$taken.parts` says what was taken from which lot
 * @param more stages before what was worked out on the way is removed
 */
export function debitPipeline(id: string, cost: number, opened: Document, ...more: Document[]): Document[] {
  const take = { $cond: [{ $gt: ['$$this.expires', '$$NOW'] }, { $min: ['$$this.left', '$$value.need'] }, 0] };
  const rest = { $mergeObjects: ['$$this', { left: { $subtract: ['$$this.left', '$$take'] } }] };
  const part = { $cond: [{ $gt: ['$$take', 0] }, [{ lot: '$$this.id', amount: '$$take' }], []] };
  const step = {
    lots: { $concatArrays: ['$$value.lots', [rest]] },
    parts: { $concatArrays: ['$$value.parts', part] },
    need: { $subtract: ['$$value.need', '$$take'] },
  };
  const initialValue = { lots: [], parts: [], need: cost };
  const taken = { $reduce: { input: '$lots', initialValue, in: { $let: { vars: { take }, in: step } } } };
  const suffices = { $and: [{ $eq: ['$taken.need', 0] }, { $not: [{ $in: [id, '$open.id'] }] }] };
  return [
    { $set: { taken } },
    { $set: { lots: { $cond: [suffices, '$taken.lots', '$lots'] }, open: { $cond: [suffices, opened, '$open'] } } },
    ...more,
    { $unset: 'taken' },
  ];
}
