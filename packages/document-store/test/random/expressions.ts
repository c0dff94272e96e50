import { RandomFilters } from './filters.js';

/** Makes expressions. */
export class RandomExpressions extends RandomFilters {
  protected any(): unknown {
    const draw = this.draw;
    return draw.pick<() => unknown>([
      () => this.numeric(),
      () => this.numeric(),
      () => this.boolean(),
      () => ({ $concat: ['$s', '-', draw.pick(['$s', 'x', '$b'])] }),
      () => this.array(),
      () => `$${this.path()}`,
      () => ({ $literal: this.value() }),
      () => ({ $cond: [this.boolean(), this.numeric(), `$${this.path()}`] }),
      // biome-ignore lint/suspicious/noThenProperty: the operator's own name for its argument
      () => ({ $switch: { branches: [{ case: this.boolean(), then: 'yes' }], default: `$${this.path()}` } }),
      () => ({ $ifNull: [`$${this.path()}`, this.numeric()] }),
      () => ({ $type: `$${this.path()}` }),
      () => ({ $mergeObjects: ['$o', { z: this.numeric() }] }),
      () => ({ p: this.numeric(), q: { r: `$${this.path()}` } }),
      () => ({ $let: { vars: { v: this.numeric() }, in: { $add: ['$$v', 1] } } }),
      () => ({ $first: this.array() }),
      () => ({ $last: this.array() }),
      () => ({ $arrayElemAt: [this.array(), draw.below(4) - 2] }),
      () => ({ $getField: { field: 'p', input: '$o' } }),
      () => ({ $setField: { field: 'p', input: '$o', value: this.numeric() } }),
      () => ({ $dateToString: { date: new Date(1_700_000_000_000), format: '%Y-%m-%d' } }),
    ])();
  }

  protected numeric(): unknown {
    const draw = this.draw;
    const leaf = (): unknown =>
      draw.pick<() => unknown>([() => this.number(), () => '$n', () => '$_id', () => ({ $ifNull: ['$n', 0] })])();
    return draw.pick<() => unknown>([
      leaf,
      () => ({ [draw.pick(['$add', '$multiply'])]: draw.list(1 + draw.below(3), leaf) }),
      // Not constants alone: MongoDB computes these ahead, and meets their errors even where there is no document.
      () => ({ [draw.pick(['$subtract', '$divide', '$mod'])]: [draw.pick(['$n', '$_id']), leaf()] }),
      () => ({ [draw.pick(['$abs', '$ceil', '$floor', '$trunc', '$round'])]: leaf() }),
      () => ({ [draw.pick(['$round', '$trunc'])]: [leaf(), draw.below(3) - 1] }),
      () => ({ [draw.pick(['$sum', '$avg', '$min', '$max'])]: draw.pick<unknown>(['$t', '$d.x', ['$n', '$_id']]) }),
      () => ({ $size: this.array() }),
      () => ({ $cmp: [`$${this.path()}`, this.scalar()] }),
      () => ({
        $reduce: {
          input: this.array(),
          initialValue: 0,
          in: { $add: ['$$value', { $cond: [{ $isNumber: '$$this' }, '$$this', 1] }] },
        },
      }),
    ])();
  }

  protected boolean(): unknown {
    const draw = this.draw;
    return draw.pick<() => unknown>([
      () => this.comparison(),
      () => ({
        [draw.pick(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'])]: [
          `$${this.path()}`,
          draw.chance(50) ? this.scalar() : `$${this.path()}`,
        ],
      }),
      () => ({ [draw.pick(['$and', '$or'])]: [{ $gt: ['$n', this.number()] }, `$${this.path()}`] }),
      () => ({ $not: [`$${this.path()}`] }),
      () => ({ $in: [this.scalar(), this.array()] }),
      () => ({ $isNumber: `$${this.path()}` }),
      () => ({ $isArray: `$${this.path()}` }),
    ])();
  }

  protected array(): unknown {
    const draw = this.draw;
    const source = draw.pick(['$t', '$t', '$d', '$d.x', '$a', { $ifNull: ['$t', []] }]);
    return draw.pick<() => unknown>([
      () => source,
      () => ({ $filter: { input: source, as: 'item', cond: { $gt: ['$$item', this.scalar()] } } }),
      () => ({
        $map: { input: source, as: 'item', in: draw.pick<unknown>(['$$item', { v: '$$item' }, { $type: '$$item' }]) },
      }),
      () => ({ $concatArrays: ['$t', [this.scalar()]] }),
      () => ({ $slice: [source, draw.pick([1, 2, -1])] }),
      () => ({ $reverseArray: source }),
      () => [this.scalar(), `$${this.path()}`],
    ])();
  }
}
