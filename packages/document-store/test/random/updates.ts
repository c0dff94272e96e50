import type { Document } from 'mongodb';
import { RandomPipelines } from './pipelines.js';

/** Makes updates: by operators, by replacements and by pipelines. */
export class RandomUpdates extends RandomPipelines {
  protected change(multi: boolean): { u: Document | Document[]; arrayFilters?: Document[] } {
    const draw = this.draw;
    if (!multi && draw.chance(22)) return { u: this.updatePipeline() };
    if (!multi && draw.chance(10)) return { u: this.withoutId(this.document(0)) };
    const u: Document = {};
    for (let i = draw.below(3); i >= 0; i--) {
      const [name, fields] = multi ? this.harmless() : this.modifier();
      const positional = JSON.stringify(fields).includes('$[');
      if (positional && i > 0) continue;
      u[name] = { ...u[name], ...fields };
      if (positional) return { u: { [name]: fields }, ...this.arrayFilters(fields) };
    }
    return Object.keys(u).length > 0 ? { u } : { u: { $set: { v: 1 } } };
  }

  protected arrayFilters(fields: Document): { arrayFilters?: Document[] } {
    if (!JSON.stringify(fields).includes('$[e]')) return {};
    const condition = { [this.draw.pick(['$gt', '$lte'])]: this.number() };
    return { arrayFilters: [this.draw.chance(50) ? { e: condition } : { 'e.x': condition }] };
  }

  protected withoutId({ _id: _, ...others }: Document): Document {
    return others;
  }

  protected updatePipeline(): Document[] {
    const draw = this.draw;
    const length = 1 + draw.below(2);
    return Array.from({ length }, (_, stage) =>
      draw.pick<() => Document>([
        () => ({ $set: this.sets(stage === length - 1) }),
        () => ({ $set: this.sets(stage === length - 1) }),
        () => ({ $unset: draw.pick(['a', 'd.x', ['o.p', 's']]) }),
        () => ({ $replaceWith: { $mergeObjects: ['$$ROOT', { v: this.any() }] } }),
        () => ({ $project: { a: 1, n: 1, t: 1, d: 1, v: this.any() } }),
        () => this.debit(),
      ])(),
    );
  }

  /** The shape of a debit over lots: `d.x` is what each lot holds. */
  protected debit(): Document {
    const take = { $min: [{ $ifNull: ['$$this.x', 0] }, '$$value.need'] };
    const lot = { $mergeObjects: ['$$this', { x: { $subtract: [{ $ifNull: ['$$this.x', 0] }, '$$take'] } }] };
    const step = { lots: { $concatArrays: ['$$value.lots', [lot]] }, need: { $subtract: ['$$value.need', '$$take'] } };
    return {
      $set: {
        d: {
          $let: {
            vars: {
              spent: {
                $reduce: {
                  input: { $filter: { input: '$d', as: 'lot', cond: { $isNumber: '$$lot.x' } } },
                  initialValue: { lots: [], need: this.number() },
                  in: { $let: { vars: { take }, in: step } },
                },
              },
            },
            in: { $cond: [{ $eq: ['$$spent.need', 0] }, '$$spent.lots', { $ifNull: ['$d', []] }] },
          },
        },
        m: { $sum: '$d.x' },
      },
    };
  }

  /** A change that no document refuses, so that it does not matter in which order several are updated. */
  protected harmless(): [string, Document] {
    const draw = this.draw;
    return draw.pick<() => [string, Document]>([
      () => ['$set', { [draw.pick(['b', 'v', 'n'])]: this.value() }],
      () => ['$unset', { [draw.pick(['a', 'o.p', 'd.0'])]: '' }],
      () => [draw.pick(['$min', '$max']), { [draw.pick(['n', 'b', 'v'])]: this.scalar() }],
    ])();
  }

  protected modifier(): [string, Document] {
    const draw = this.draw;
    const place = draw.pick([
      'a',
      'b',
      'n',
      'v',
      'o.p',
      'o.q.r',
      'o.new.z',
      't.0',
      't.5',
      'd.0.x',
      'd.$[].x',
      'd.$[e].x',
      't.$[e]',
      't.$[]',
      'd.x',
    ]);
    const array = draw.pick(['t', 't', 'd', 'a', 'o.list']);
    return draw.pick<() => [string, Document]>([
      () => ['$set', { [place]: this.value() }],
      () => ['$set', { [place]: this.value() }],
      () => ['$inc', { [draw.pick(['n', 'n', place])]: this.number() }],
      () => ['$mul', { n: this.number() }],
      () => [draw.pick(['$min', '$max']), { [draw.pick(['n', 'b', 'v'])]: this.scalar() }],
      () => ['$unset', { [place]: '' }],
      () => ['$setOnInsert', { w: this.scalar() }],
      () => ['$push', { [array]: this.value() }],
      () => ['$push', { [array]: this.pushed() }],
      () => [
        '$addToSet',
        { [array]: draw.chance(50) ? this.scalar() : { $each: draw.list(draw.below(4), () => this.scalar()) } },
      ],
      () => [
        '$pull',
        {
          [array]: draw.pick<() => unknown>([
            () => this.scalar(),
            () => ({ $gte: this.number() }),
            () => ({ x: this.condition() }),
          ])(),
        },
      ],
      () => ['$pullAll', { [array]: draw.list(2, () => this.scalar()) }],
      () => ['$pop', { [array]: draw.pick([1, -1]) }],
    ])();
  }

  protected pushed(): Document {
    const draw = this.draw;
    const pushed: Document = { $each: draw.list(draw.below(4), () => this.scalar()) };
    if (draw.chance(30)) pushed.$position = draw.below(4) - 2;
    if (draw.chance(30)) pushed.$slice = draw.below(6) - 3;
    if (draw.chance(30)) pushed.$sort = draw.pick<unknown>([1, -1, { x: 1 }]);
    return pushed;
  }
}
