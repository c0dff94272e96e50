import type { Document } from 'mongodb';
import { RandomValues } from './values.js';

/** Makes filters. */
export class RandomFilters extends RandomValues {
  protected filter(depth = 0): Document {
    const draw = this.draw;
    if (draw.chance(25)) return { _id: this.id() };
    const filter: Document = Object.fromEntries(draw.list(1 + draw.below(2), () => [this.path(), this.condition()]));
    if (depth < 2 && draw.chance(20))
      filter[draw.pick(['$and', '$or', '$nor'])] = draw.list(1 + draw.below(2), () => this.filter(depth + 1));
    if (draw.chance(6)) filter.$expr = this.comparison();
    return filter;
  }

  protected condition(): unknown {
    const draw = this.draw;
    if (draw.chance(35)) return draw.chance(80) ? this.scalar() : this.value();
    return Object.assign({}, ...draw.list(1 + draw.below(2), () => this.operator()));
  }

  protected operator(): Document {
    const draw = this.draw;
    return draw.pick<() => Document>([
      () => ({ [draw.pick(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'])]: this.scalar() }),
      () => ({ [draw.pick(['$gt', '$gte', '$lt', '$lte'])]: this.number() }),
      () => ({ [draw.pick(['$in', '$nin'])]: draw.list(1 + draw.below(3), () => this.scalar()) }),
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
      () => ({ $all: draw.list(1 + draw.below(2), () => this.scalar()) }),
      () => ({
        $elemMatch: draw.chance(50) ? { [draw.pick(['$gt', '$lt', '$eq'])]: this.scalar() } : { x: this.condition() },
      }),
      () => ({ $not: { [draw.pick(['$gt', '$lt', '$eq', '$exists'])]: draw.chance(50) } }),
      () => ({ $regex: draw.pick(['^a', 'b$', 'B', '.']), $options: draw.pick(['', 'i']) }),
    ])();
  }

  protected comparison(): Document {
    const draw = this.draw;
    const operands = [`$${this.path()}`, draw.chance(50) ? this.scalar() : `$${this.path()}`];
    return { [draw.pick(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'])]: operands };
  }
}
