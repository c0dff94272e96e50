import { Decimal128, type Document, Double, Int32, Long } from 'mongodb';
import type { Draw } from './draw.js';

/** Makes commands on one collection: what the application asks of it, and much besides. */
export class RandomCommands {
  readonly #draw: Draw;
  readonly #collection: string;

  constructor(draw: Draw, collection: string) {
    this.#draw = draw;
    this.#collection = collection;
  }

  next(): Document {
    const kind = this.#draw.below(100);
    if (kind < 24) return this.#find();
    if (kind < 48) return this.#update();
    if (kind < 58) return this.#findAndModify();
    if (kind < 70) return this.#insert();
    if (kind < 74) return this.#delete();
    if (kind < 93) return this.#aggregate();
    if (kind < 95) return { count: this.#collection, query: this.filter() };
    if (kind < 97) return { distinct: this.#collection, key: this.#path(), query: this.filter() };
    return this.#indexCommand();
  }

  // Documents

  #number(): unknown {
    const draw = this.#draw;
    const small = draw.below(12) - 3;
    return draw.pick([
      () => new Int32(small),
      () => new Int32(small),
      () => new Double(small),
      () => new Double(small + 0.5),
      () => Long.fromNumber(small),
      () => draw.pick([new Int32(2147483647), Long.fromString('4294967299'), new Double(1e20), new Double(-0.1)]),
      () => (draw.chance(30) ? Decimal128.fromString(`${small}.5`) : new Int32(small)),
    ])();
  }

  #scalar(): unknown {
    const draw = this.#draw;
    return draw.pick([
      () => this.#number(),
      () => this.#number(),
      () => draw.pick(['', 'a', 'ab', 'b', 'B', 'é', '10', 'zz']),
      () => draw.pick(['a', 'b', 'c']),
      () => draw.chance(50),
      () => null,
      () => new Date(1_700_000_000_000 + draw.below(5) * 86_400_000 + draw.below(3) * 1111),
    ])();
  }

  #value(): unknown {
    const draw = this.#draw;
    return draw.pick([
      () => this.#scalar(),
      () => this.#scalar(),
      () => this.#scalar(),
      () => this.#scalars(),
      () => this.#parts(),
      () => this.#inner(),
    ])();
  }

  #scalars(): unknown[] {
    return this.#draw.list(this.#draw.below(4), () => (this.#draw.chance(4) ? [this.#scalar()] : this.#scalar()));
  }

  #parts(): unknown[] {
    return this.#draw.list(this.#draw.below(4), () =>
      this.#optional({ x: () => this.#number(), y: () => this.#scalar() }),
    );
  }

  #inner(): Document {
    return this.#optional({ p: () => this.#scalar(), q: () => this.#optional({ r: () => this.#value() }) });
  }

  #optional(fields: Record<string, () => unknown>): Document {
    return Object.fromEntries(
      Object.entries(fields)
        .filter(() => this.#draw.chance(80))
        .map(([name, make]) => [name, make()]),
    );
  }

  document(id: number): Document {
    return {
      _id: new Int32(id),
      ...this.#optional({
        a: () => this.#value(),
        b: () => this.#scalar(),
        n: () => (this.#draw.chance(92) ? this.#number() : this.#scalar()),
        s: () => this.#draw.pick(['a', 'ab', 'abc', 'B', 'x y', 'é']),
        t: () => this.#scalars(),
        d: () => this.#parts(),
        o: () => this.#inner(),
      }),
    };
  }

  #id(): Int32 {
    return new Int32(this.#draw.below(40));
  }

  #path(): string {
    return this.#draw.pick([
      'a',
      'b',
      'n',
      's',
      't',
      'd',
      'o',
      'd.x',
      'd.y',
      'o.p',
      'o.q.r',
      't.0',
      'd.0.x',
      'd.1',
      'a.x',
      'a.p',
      '_id',
      'none',
    ]);
  }

  // Filters

  filter(depth = 0): Document {
    const draw = this.#draw;
    if (draw.chance(25)) return { _id: this.#id() };
    const filter: Document = Object.fromEntries(draw.list(1 + draw.below(2), () => [this.#path(), this.#condition()]));
    if (depth < 2 && draw.chance(20))
      filter[draw.pick(['$and', '$or', '$nor'])] = draw.list(1 + draw.below(2), () => this.filter(depth + 1));
    if (draw.chance(6)) filter.$expr = this.#comparison();
    return filter;
  }

  #condition(): unknown {
    const draw = this.#draw;
    if (draw.chance(35)) return draw.chance(80) ? this.#scalar() : this.#value();
    return Object.assign({}, ...draw.list(1 + draw.below(2), () => this.#operator()));
  }

  #operator(): Document {
    const draw = this.#draw;
    return draw.pick<() => Document>([
      () => ({ [draw.pick(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'])]: this.#scalar() }),
      () => ({ [draw.pick(['$gt', '$gte', '$lt', '$lte'])]: this.#number() }),
      () => ({ [draw.pick(['$in', '$nin'])]: draw.list(1 + draw.below(3), () => this.#scalar()) }),
      () => ({ $exists: draw.chance(50) }),
      () => ({
        $type: draw.pick([
          'string',
          'number',
          'int',
          'long',
          'double',
          'decimal',
          'array',
          'object',
          'null',
          'bool',
          'date',
        ]),
      }),
      () => ({ $size: draw.below(4) }),
      () => ({ $all: draw.list(1 + draw.below(2), () => this.#scalar()) }),
      () => ({
        $elemMatch: draw.chance(50) ? { [draw.pick(['$gt', '$lt', '$eq'])]: this.#scalar() } : { x: this.#condition() },
      }),
      () => ({ $not: { [draw.pick(['$gt', '$lt', '$eq', '$exists'])]: draw.chance(50) } }),
      () => ({ $mod: [new Int32(3), new Int32(draw.below(3))] }),
      () => ({ $regex: draw.pick(['^a', 'b$', 'B', '.']), $options: draw.pick(['', 'i']) }),
    ])();
  }

  // Reads

  #sort(): Document {
    const path = this.#draw.pick(['a', 'b', 'n', 's', 't', 'd.x', 'd.y', 'o.p', 't.0', 'none']);
    const first = this.#draw.chance(60) ? { [path]: this.#draw.pick([1, -1]) } : {};
    return { ...first, _id: this.#draw.pick([1, -1]) };
  }

  #find(): Document {
    const draw = this.#draw;
    const command: Document = { find: this.#collection, filter: draw.chance(85) ? this.filter() : {} };
    if (draw.chance(60)) command.sort = this.#sort();
    if (command.sort && draw.chance(30)) command.limit = 1 + draw.below(5);
    if (command.sort && draw.chance(15)) command.skip = draw.below(4);
    if (draw.chance(40)) command.projection = this.#projection();
    return command;
  }

  #projection(): Document {
    const draw = this.#draw;
    const paths = draw.some(['a', 'b', 'n', 'd.x', 'o.q', 't', 's'], 30);
    const keep = draw.chance(50) ? 1 : 0;
    const projection: Document = Object.fromEntries(paths.map((path) => [path, keep]));
    if (draw.chance(20)) projection._id = 0;
    if (draw.chance(15)) projection.t = { $slice: draw.pick([1, -1, [1, 1], [-2, 1]]) };
    if (draw.chance(10)) projection.d = { $elemMatch: { x: this.#condition() } };
    if (keep && draw.chance(20)) projection.made = this.#any();
    return projection;
  }

  #aggregate(): Document {
    const draw = this.#draw;
    const pipeline: Document[] = [];
    if (draw.chance(60)) pipeline.push({ $match: this.filter() });
    pipeline.push({ $sort: { _id: 1 } });
    for (let i = draw.below(3); i > 0; i--) pipeline.push(...this.#plainStage());
    const last = this.#stage();
    const grouped = pipeline.some((stage) => stage.$group || stage.$sortByCount);
    pipeline.push(last.$sort && grouped ? { $sort: { _id: -1 } } : last);
    return { aggregate: this.#collection, pipeline, cursor: { batchSize: 1000 } };
  }

  /** Stages that no document makes fail: an engine may leave out what later stages do not need, and its errors. */
  #plainStage(): Document[] {
    const draw = this.#draw;
    return draw.pick<() => Document[]>([
      () => [{ $match: this.filter() }],
      () => [{ $set: { v: { $literal: this.#value() } } }],
      () => [{ $set: { 'w.z': `$${this.#path()}` } }],
      () => [{ $unset: draw.pick(['a', 'd.x', 'o.q.r', ['b', 's']]) }],
      () => [{ $project: { a: 1, n: 1, t: 1, d: 1, s: 1 } }],
      () => [{ $sort: { _id: draw.pick([1, -1]) } }],
      () => [{ $limit: 5 + draw.below(20) }],
      () => [this.#group(`$${this.#path()}`), { $sort: { _id: 1 } }],
      () => [{ $sortByCount: draw.pick(['$b', '$s']) }, { $sort: { _id: 1 } }],
    ])();
  }

  #stage(): Document {
    const draw = this.#draw;
    return draw.pick<() => Document>([
      () => ({ [draw.pick(['$set', '$addFields'])]: this.#sets() }),
      () => ({ $project: { ...this.#projectionOfStage(), made: this.#any() } }),
      () => ({ $unset: draw.pick(['a', 'd.x', 'o.q.r', ['b', 's']]) }),
      () => this.#group(),
      () => ({
        $unwind: draw.pick([
          '$t',
          '$d',
          '$a',
          { path: '$d', preserveNullAndEmptyArrays: true, includeArrayIndex: 'at' },
        ]),
      }),
      () => ({ $sort: this.#sort() }),
      () => ({ $limit: 1 + draw.below(6) }),
      () => ({ $skip: draw.below(3) }),
      () => ({ $count: 'count' }),
      () => ({ $match: this.filter() }),
      () => ({ $replaceRoot: { newRoot: { $mergeObjects: [{ _id: '$_id' }, { v: this.#any() }] } } }),
      () => ({ $facet: { few: [{ $match: this.filter() }, { $limit: 3 }], many: [{ $count: 'n' }] } }),
      () => ({
        $lookup: {
          from: this.#collection,
          localField: draw.pick(['n', 'b', 't']),
          foreignField: draw.pick(['_id', 'n', 't']),
          pipeline: [{ $sort: { _id: 1 } }, { $project: { n: 1 } }],
          as: 'found',
        },
      }),
      () => ({ $sortByCount: draw.pick(['$b', '$s']) }),
    ])();
  }

  #projectionOfStage(): Document {
    return Object.fromEntries(this.#draw.some(['a', 'b', 'd.x', 't'], 40).map((path) => [path, 1]));
  }

  /**
   * One computed field, and perhaps one that no document refuses.
   * @param removes whether a field may come out as missing; one that a later stage sets again has its old place in MongoDB
   */
  #sets(removes = true): Document {
    const copied = this.#draw.chance(40)
      ? { [this.#draw.pick(['w.y', 'z'])]: { $ifNull: [`$${this.#path()}`, null] } }
      : {};
    const computed = removes ? this.#any() : { $ifNull: [this.#any(), null] };
    return { [this.#draw.pick(['v', 'a', 'n', 'd.z', 'o.q.z', 'w.z', 't'])]: computed, ...copied };
  }

  #group(key?: unknown): Document {
    const draw = this.#draw;
    const accumulators = ['$sum', '$avg', '$min', '$max', '$first', '$last', '$push'];
    const id = draw.pick<() => unknown>([() => null, () => '$b', () => '$s', () => ({ b: '$b' }), () => this.#any()])();
    return {
      $group: {
        _id: key ?? id,
        v: { [draw.pick(accumulators)]: draw.pick(['$n', '$b', '$_id', '$a', '$o.p']) },
        n: { $sum: draw.pick([1, '$n']) },
      },
    };
  }

  // Expressions

  #any(): unknown {
    const draw = this.#draw;
    return draw.pick<() => unknown>([
      () => this.#numeric(),
      () => this.#numeric(),
      () => this.#boolean(),
      () => this.#text(),
      () => this.#array(),
      () => `$${this.#path()}`,
      () => ({ $literal: this.#value() }),
      () => ({ $cond: [this.#boolean(), this.#numeric(), `$${this.#path()}`] }),
      // biome-ignore lint/suspicious/noThenProperty: the operator's own name for its argument
      () => ({ $switch: { branches: [{ case: this.#boolean(), then: 'yes' }], default: `$${this.#path()}` } }),
      () => ({ $ifNull: [`$${this.#path()}`, this.#numeric()] }),
      () => ({ $type: `$${this.#path()}` }),
      () => ({ $mergeObjects: ['$o', { z: this.#numeric() }] }),
      () => ({ p: this.#numeric(), q: { r: `$${this.#path()}` } }),
      () => ({ $let: { vars: { v: this.#numeric() }, in: { $add: ['$$v', 1] } } }),
      () => ({ $first: this.#array() }),
      () => ({ $last: this.#array() }),
      () => ({ $arrayElemAt: [this.#array(), draw.below(4) - 2] }),
      () => ({ $getField: { field: 'p', input: '$o' } }),
      () => ({ $setField: { field: 'p', input: '$o', value: this.#numeric() } }),
      () => ({
        [draw.pick(['$toInt', '$toLong', '$toDouble', '$toString', '$toBool'])]: draw.pick<unknown>([
          '12',
          true,
          7,
          new Double(2.5),
        ]),
      }),
      () => ({
        $convert: {
          input: { $literal: this.#scalar() },
          to: draw.pick(['int', 'long', 'double', 'string', 'bool']),
          onError: 'failed',
          onNull: 'none',
        },
      }),
      () => ({ $dateToString: { date: new Date(1_700_000_000_000), format: '%Y-%m-%d' } }),
    ])();
  }

  #numeric(): unknown {
    const draw = this.#draw;
    const leaf = (): unknown =>
      draw.pick<() => unknown>([() => this.#number(), () => '$n', () => '$_id', () => ({ $ifNull: ['$n', 0] })])();
    return draw.pick<() => unknown>([
      leaf,
      () => ({ [draw.pick(['$add', '$multiply'])]: draw.list(1 + draw.below(3), leaf) }),
      () => ({ [draw.pick(['$subtract', '$divide', '$mod'])]: [leaf(), leaf()] }),
      () => ({ [draw.pick(['$abs', '$ceil', '$floor', '$trunc', '$round'])]: leaf() }),
      () => ({ [draw.pick(['$round', '$trunc'])]: [leaf(), draw.below(3) - 1] }),
      () => ({ [draw.pick(['$sum', '$avg', '$min', '$max'])]: draw.pick<unknown>(['$t', '$d.x', ['$n', '$_id']]) }),
      () => ({ $size: this.#array() }),
      () => ({ [draw.pick(['$strLenCP', '$strLenBytes'])]: '$s' }),
      () => ({ $indexOfArray: ['$t', this.#scalar()] }),
      () => ({ $cmp: [`$${this.#path()}`, this.#scalar()] }),
      () => ({
        $reduce: {
          input: this.#array(),
          initialValue: 0,
          in: { $add: ['$$value', { $cond: [{ $isNumber: '$$this' }, '$$this', 1] }] },
        },
      }),
    ])();
  }

  #comparison(): Document {
    const draw = this.#draw;
    const operands = [`$${this.#path()}`, draw.chance(50) ? this.#scalar() : `$${this.#path()}`];
    return { [draw.pick(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'])]: operands };
  }

  #boolean(): unknown {
    const draw = this.#draw;
    return draw.pick<() => unknown>([
      () => this.#comparison(),
      () => ({
        [draw.pick(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'])]: [
          `$${this.#path()}`,
          draw.chance(50) ? this.#scalar() : `$${this.#path()}`,
        ],
      }),
      () => ({ [draw.pick(['$and', '$or'])]: [{ $gt: ['$n', this.#number()] }, `$${this.#path()}`] }),
      () => ({ $not: [`$${this.#path()}`] }),
      () => ({ $in: [this.#scalar(), this.#array()] }),
      () => ({ $isNumber: `$${this.#path()}` }),
      () => ({ $isArray: `$${this.#path()}` }),
      () => ({ $regexMatch: { input: '$s', regex: '^a' } }),
      () => ({ $setIsSubset: [[1, 2], this.#array()] }),
      () => ({ $anyElementTrue: [this.#array()] }),
    ])();
  }

  #text(): unknown {
    const draw = this.#draw;
    return draw.pick<() => unknown>([
      () => ({ $concat: ['$s', '-', draw.pick(['$s', 'x', '$b'])] }),
      () => ({ [draw.pick(['$toUpper', '$toLower'])]: draw.pick(['$s', '$b', '$n']) }),
      () => ({ $substrCP: ['$s', draw.below(3), draw.below(3)] }),
      () => ({ $trim: { input: '$s', chars: 'ax ' } }),
      () => ({ $replaceAll: { input: '$s', find: 'a', replacement: 'o' } }),
      // MongoDB takes documents and arrays as text from version 8 on; the store does as version 7.
      () => ({ $toString: { $cond: [{ $isNumber: '$n' }, '$n', 'none'] } }),
    ])();
  }

  #array(): unknown {
    const draw = this.#draw;
    const source = draw.pick(['$t', '$t', '$d', '$d.x', '$a', { $ifNull: ['$t', []] }]);
    return draw.pick<() => unknown>([
      () => source,
      () => ({ $filter: { input: source, as: 'item', cond: { $gt: ['$$item', this.#scalar()] } } }),
      () => ({
        $map: { input: source, as: 'item', in: draw.pick<unknown>(['$$item', { v: '$$item' }, { $type: '$$item' }]) },
      }),
      () => ({ $concatArrays: ['$t', [this.#scalar()]] }),
      () => ({ $slice: [source, draw.pick([1, 2, -1])] }),
      () => ({ $reverseArray: source }),
      () => ({ $range: [0, draw.below(5)] }),
      () => ({ $sortArray: { input: source, sortBy: draw.pick<unknown>([1, -1, { x: 1, y: -1 }]) } }),
      () => ({
        $sortArray: {
          input: { [draw.pick(['$setUnion', '$setIntersection', '$setDifference'])]: ['$t', [1, 2, 'a', null]] },
          sortBy: 1,
        },
      }),
      () => ({ $objectToArray: '$o' }),
      () => ({ $split: ['$s', 'b'] }),
      () => [this.#scalar(), `$${this.#path()}`],
    ])();
  }

  // Writes

  #insert(): Document {
    const draw = this.#draw;
    return {
      insert: this.#collection,
      documents: draw.list(1 + draw.below(3), () => this.document(draw.below(60))),
      ordered: draw.chance(50),
    };
  }

  #delete(): Document {
    const one = this.#draw.chance(50);
    return {
      delete: this.#collection,
      deletes: [
        { q: one ? { _id: this.#id() } : { ...this.filter(), _id: { $gt: new Int32(30) } }, limit: one ? 1 : 0 },
      ],
    };
  }

  #update(): Document {
    const draw = this.#draw;
    const multi = draw.chance(25);
    const filter = multi ? this.filter() : { ...(draw.chance(40) ? this.filter() : {}), _id: this.#id() };
    const statement: Document = { q: filter, ...this.#change(multi), multi };
    if (!multi && Object.keys(filter).length === 1 && draw.chance(60)) statement.upsert = true;
    return { update: this.#collection, updates: [statement] };
  }

  #change(multi: boolean): { u: Document | Document[]; arrayFilters?: Document[] } {
    const draw = this.#draw;
    if (!multi && draw.chance(22)) return { u: this.#updatePipeline() };
    if (!multi && draw.chance(10)) return { u: this.#withoutId(this.document(0)) };
    const u: Document = {};
    for (let i = draw.below(3); i >= 0; i--) {
      const [name, fields] = multi ? this.#harmless() : this.#modifier();
      const positional = JSON.stringify(fields).includes('$[');
      if (positional && i > 0) continue;
      u[name] = { ...u[name], ...fields };
      if (positional) return { u: { [name]: fields }, ...this.#arrayFilters(fields) };
    }
    return Object.keys(u).length > 0 ? { u } : { u: { $set: { v: 1 } } };
  }

  #arrayFilters(fields: Document): { arrayFilters?: Document[] } {
    if (!JSON.stringify(fields).includes('$[e]')) return {};
    const condition = { [this.#draw.pick(['$gt', '$lte'])]: this.#number() };
    return { arrayFilters: [this.#draw.chance(50) ? { e: condition } : { 'e.x': condition }] };
  }

  #withoutId({ _id: _, ...others }: Document): Document {
    return others;
  }

  #updatePipeline(): Document[] {
    const draw = this.#draw;
    const length = 1 + draw.below(2);
    return Array.from({ length }, (_, stage) =>
      draw.pick<() => Document>([
        () => ({ $set: this.#sets(stage === length - 1) }),
        () => ({ $set: this.#sets(stage === length - 1) }),
        () => ({ $unset: draw.pick(['a', 'd.x', ['o.p', 's']]) }),
        () => ({ $replaceWith: { $mergeObjects: ['$$ROOT', { v: this.#any() }] } }),
        () => ({ $project: { a: 1, n: 1, t: 1, d: 1, v: this.#any() } }),
        () => this.#debit(),
      ])(),
    );
  }

  /** The shape of a debit over lots: `d.x` is what each lot holds. */
  #debit(): Document {
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
                  initialValue: { lots: [], need: this.#number() },
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
  #harmless(): [string, Document] {
    const draw = this.#draw;
    return draw.pick<() => [string, Document]>([
      () => ['$set', { [draw.pick(['b', 'v', 'n'])]: this.#value() }],
      () => ['$unset', { [draw.pick(['a', 'o.p', 'd.0'])]: '' }],
      () => [draw.pick(['$min', '$max']), { [draw.pick(['n', 'b', 'v'])]: this.#scalar() }],
      () => ['$rename', { [draw.pick(['a', 's'])]: draw.pick(['r', 'q']) }],
    ])();
  }

  #modifier(): [string, Document] {
    const draw = this.#draw;
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
      () => ['$set', { [place]: this.#value() }],
      () => ['$set', { [place]: this.#value() }],
      () => ['$inc', { [draw.pick(['n', 'n', place])]: this.#number() }],
      () => ['$mul', { n: this.#number() }],
      () => [draw.pick(['$min', '$max']), { [draw.pick(['n', 'b', 'v'])]: this.#scalar() }],
      () => ['$unset', { [place]: '' }],
      () => ['$rename', { [draw.pick(['a', 'o.p', 's'])]: draw.pick(['r', 'o.moved']) }],
      () => ['$setOnInsert', { w: this.#scalar() }],
      () => ['$push', { [array]: this.#value() }],
      () => ['$push', { [array]: this.#pushed() }],
      () => [
        '$addToSet',
        { [array]: draw.chance(50) ? this.#scalar() : { $each: draw.list(draw.below(4), () => this.#scalar()) } },
      ],
      () => [
        '$pull',
        {
          [array]: draw.pick<() => unknown>([
            () => this.#scalar(),
            () => ({ $gte: this.#number() }),
            () => ({ x: this.#condition() }),
          ])(),
        },
      ],
      () => ['$pullAll', { [array]: draw.list(2, () => this.#scalar()) }],
      () => ['$pop', { [array]: draw.pick([1, -1]) }],
      () => ['$bit', { n: { [draw.pick(['and', 'or', 'xor'])]: new Int32(draw.below(16)) } }],
    ])();
  }

  #pushed(): Document {
    const draw = this.#draw;
    const pushed: Document = { $each: draw.list(draw.below(4), () => this.#scalar()) };
    if (draw.chance(30)) pushed.$position = draw.below(4) - 2;
    if (draw.chance(30)) pushed.$slice = draw.below(6) - 3;
    if (draw.chance(30)) pushed.$sort = draw.pick<unknown>([1, -1, { x: 1 }]);
    return pushed;
  }

  #findAndModify(): Document {
    const draw = this.#draw;
    const command: Document = {
      findAndModify: this.#collection,
      query: draw.chance(50) ? { _id: this.#id() } : this.filter(),
      sort: { _id: 1 },
    };
    if (draw.chance(15)) return { ...command, remove: true };
    const { u, arrayFilters } = this.#change(false);
    if (command.query._id instanceof Int32 && draw.chance(30)) command.upsert = true;
    if (draw.chance(30)) command.fields = { n: 1, t: 1 };
    return { ...command, update: u, new: draw.chance(60), ...(arrayFilters ? { arrayFilters } : {}) };
  }

  #indexCommand(): Document {
    const draw = this.#draw;
    const key = draw.pick<Document>([
      { n: 1 },
      { b: 1, n: -1 },
      { s: 1 },
      { 'd.x': 1 },
      { t: 1 },
      { 'o.p': 1, b: 1 },
      { a: 1 },
    ]);
    const name = Object.keys(key).join('_');
    if (draw.chance(35)) return { dropIndexes: this.#collection, index: name };
    const options = draw.pick<Document>([
      {},
      {},
      { sparse: true },
      { unique: true },
      { partialFilterExpression: { n: { $gt: 2 } } },
    ]);
    return { createIndexes: this.#collection, indexes: [{ key, name, ...options }] };
  }
}
