import { Decimal128, type Document, Double, Int32, Long } from 'mongodb';
import type { Draw } from '../draw.js';

/** Makes values, documents and paths into them. */
export class RandomValues {
  constructor(
    protected readonly draw: Draw,
    protected readonly collection: string,
  ) {}

  protected number(): unknown {
    const draw = this.draw;
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

  protected scalar(): unknown {
    const draw = this.draw;
    return draw.pick([
      () => this.number(),
      () => this.number(),
      () => draw.pick(['', 'a', 'ab', 'b', 'B', 'é', '10', 'zz']),
      () => draw.pick(['a', 'b', 'c']),
      () => draw.chance(50),
      () => null,
      () => new Date(1_700_000_000_000 + draw.below(5) * 86_400_000 + draw.below(3) * 1111),
    ])();
  }

  protected value(): unknown {
    const draw = this.draw;
    return draw.pick([
      () => this.scalar(),
      () => this.scalar(),
      () => this.scalar(),
      () => this.scalars(),
      () => this.parts(),
      () => this.inner(),
    ])();
  }

  protected scalars(): unknown[] {
    return this.draw.list(this.draw.below(4), () => (this.draw.chance(4) ? [this.scalar()] : this.scalar()));
  }

  protected parts(): unknown[] {
    return this.draw.list(this.draw.below(4), () => this.optional({ x: () => this.number(), y: () => this.scalar() }));
  }

  protected inner(): Document {
    return this.optional({ p: () => this.scalar(), q: () => this.optional({ r: () => this.value() }) });
  }

  protected optional(fields: Record<string, () => unknown>): Document {
    return Object.fromEntries(
      Object.entries(fields)
        .filter(() => this.draw.chance(80))
        .map(([name, make]) => [name, make()]),
    );
  }

  document(id: number): Document {
    return {
      _id: new Int32(id),
      ...this.optional({
        a: () => this.value(),
        b: () => this.scalar(),
        n: () => (this.draw.chance(92) ? this.number() : this.scalar()),
        s: () => this.draw.pick(['a', 'ab', 'abc', 'B', 'x y', 'é']),
        t: () => this.scalars(),
        d: () => this.parts(),
        o: () => this.inner(),
      }),
    };
  }

  protected id(): Int32 {
    return new Int32(this.draw.below(40));
  }

  protected path(): string {
    return this.draw.pick([
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
}
