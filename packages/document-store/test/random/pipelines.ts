import type { Document } from 'mongodb';
import { RandomExpressions } from './expressions.js';

/** Makes pipelines, sorts and projections. */
export class RandomPipelines extends RandomExpressions {
  /** Stages that no document makes fail: an engine may leave out what later stages do not need, and its errors. */
  protected plainStage(): Document[] {
    const draw = this.draw;
    return draw.pick<() => Document[]>([
      () => [{ $match: this.filter() }],
      () => [{ $set: { v: { $literal: this.value() } } }],
      () => [{ $set: { 'w.z': `$${this.path()}` } }],
      () => [{ $unset: draw.pick(['a', 'd.x', 'o.q.r', ['b', 's']]) }],
      () => [{ $project: { a: 1, n: 1, t: 1, d: 1, s: 1 } }],
      () => [{ $sort: { _id: draw.pick([1, -1]) } }],
      () => [{ $limit: 5 + draw.below(20) }],
      () => [this.group(`$${this.path()}`), { $sort: { _id: 1 } }],
    ])();
  }

  protected stage(): Document {
    const draw = this.draw;
    return draw.pick<() => Document>([
      () => ({ [draw.pick(['$set', '$addFields'])]: this.sets() }),
      () => ({ $project: { ...this.projectionOfStage(), made: this.any() } }),
      () => ({ $unset: draw.pick(['a', 'd.x', 'o.q.r', ['b', 's']]) }),
      () => this.group(),
      () => ({
        $unwind: draw.pick([
          '$t',
          '$d',
          '$a',
          { path: '$d', preserveNullAndEmptyArrays: true, includeArrayIndex: 'at' },
        ]),
      }),
      () => ({ $sort: this.sort() }),
      () => ({ $limit: 1 + draw.below(6) }),
      () => ({ $skip: draw.below(3) }),
      () => ({ $count: 'count' }),
      () => ({ $match: this.filter() }),
      () => ({ $replaceRoot: { newRoot: { $mergeObjects: [{ _id: '$_id' }, { v: this.any() }] } } }),
    ])();
  }

  protected projectionOfStage(): Document {
    return Object.fromEntries(this.draw.some(['a', 'b', 'd.x', 't'], 40).map((path) => [path, 1]));
  }

  /**
   * One computed field, and perhaps one that no document refuses.
   * @param removes whether a field may come out as missing; one that a later stage sets again has its old place in MongoDB
   */
  protected sets(removes = true): Document {
    const copied = this.draw.chance(40)
      ? { [this.draw.pick(['w.y', 'z'])]: { $ifNull: [`$${this.path()}`, null] } }
      : {};
    const computed = removes ? this.any() : { $ifNull: [this.any(), null] };
    return { [this.draw.pick(['v', 'a', 'n', 'd.z', 'o.q.z', 'w.z', 't'])]: computed, ...copied };
  }

  protected group(key?: unknown): Document {
    const draw = this.draw;
    const accumulators = ['$sum', '$avg', '$min', '$max', '$first', '$last', '$push'];
    const id = draw.pick<() => unknown>([() => null, () => '$b', () => '$s', () => ({ b: '$b' }), () => this.any()])();
    return {
      $group: {
        _id: key ?? id,
        v: { [draw.pick(accumulators)]: draw.pick(['$n', '$b', '$_id', '$a', '$o.p']) },
        n: { $sum: draw.pick([1, '$n']) },
      },
    };
  }

  protected sort(): Document {
    const path = this.draw.pick(['a', 'b', 'n', 's', 't', 'd.x', 'd.y', 'o.p', 't.0', 'none']);
    const first = this.draw.chance(60) ? { [path]: this.draw.pick([1, -1]) } : {};
    return { ...first, _id: this.draw.pick([1, -1]) };
  }

  protected projection(): Document {
    const draw = this.draw;
    const paths = draw.some(['a', 'b', 'n', 'd.x', 'o.q', 't', 's'], 30);
    const keep = draw.chance(50) ? 1 : 0;
    const projection: Document = Object.fromEntries(paths.map((path) => [path, keep]));
    if (draw.chance(20)) projection._id = 0;
    if (keep && draw.chance(20)) projection.made = this.any();
    return projection;
  }
}
