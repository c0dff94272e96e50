// Arithmetic coding (Witten, Neal and Cleary, "Arithmetic coding for data compression", CACM 30, 1987), in exact
// integers: each symbol narrows an interval to its share of it.

/** Integers from `low` to below `low + width`. */
export interface Interval {
  readonly low: bigint;
  readonly width: bigint;
}

/** Share of a symbol in an interval: from `from` to `to` of `total`. */
interface Share {
  readonly from: number;
  readonly to: number;
  readonly total: number;
}

const narrow = ({ low, width }: Interval, { from, to, total }: Share): Interval => {
  const start = (width * BigInt(from)) / BigInt(total);
  return { low: low + start, width: (width * BigInt(to)) / BigInt(total) - start };
};

/** Weights of symbols. The likelier a symbol, the larger its share of an interval. */
export class Model {
  readonly #ends: number[] = [];

  /** @param weights integers */
  constructor(weights: readonly number[]) {
    let end = 0;
    for (const weight of weights) {
      end += weight;
      this.#ends.push(end);
    }
  }

  share(symbol: number): Share {
    return { from: this.#ends[symbol - 1] ?? 0, to: this.#ends[symbol] ?? 0, total: this.#ends.at(-1) ?? 0 };
  }

  /** Finds the symbol whose share of an interval contains a number. */
  findSymbol(interval: Interval, number: bigint): number {
    let [low, high] = [0, this.#ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      const { low: start, width } = narrow(interval, this.share(middle));
      if (number >= start + width) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Codes a sequence of symbols: an encoder is given them, a decoder finds them. */
export interface Coder {
  readonly interval: Interval;
  /** @param symbol ignored by a decoder */
  code(model: Model, symbol?: number): number;
}

const fullInterval = (bits: number): Interval => ({ low: 0n, width: 1n << BigInt(bits) });

export class Encoder implements Coder {
  interval: Interval;

  constructor(bits: number) {
    this.interval = fullInterval(bits);
  }

  code(model: Model, symbol = 0): number {
    this.interval = narrow(this.interval, model.share(symbol));
    return symbol;
  }
}

export class Decoder implements Coder {
  interval: Interval;

  constructor(
    bits: number,
    readonly number: bigint,
  ) {
    this.interval = fullInterval(bits);
  }

  code(model: Model): number {
    const symbol = model.findSymbol(this.interval, this.number);
    this.interval = narrow(this.interval, model.share(symbol));
    return symbol;
  }
}
