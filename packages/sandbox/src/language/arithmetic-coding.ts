// Arithmetic coding (Witten, Neal and Cleary, "Arithmetic coding for data compression", CACM 30, 1987), in exact whole
// numbers: each symbol narrows an interval to its share of it.

/** Whole numbers from `low` on, `width` of them. */
export interface Interval {
  readonly low: bigint;
  readonly width: bigint;
}

/** The share of a symbol: from `from` to `to` of `total`. */
interface Share {
  readonly from: number;
  readonly to: number;
  readonly total: number;
}

const cut = ({ low, width }: Interval, { from, to, total }: Share): Interval => {
  const start = (width * BigInt(from)) / BigInt(total);
  return { low: low + start, width: (width * BigInt(to)) / BigInt(total) - start };
};

/** Symbols by their weights: the likelier, the more of an interval is theirs. */
export class Model {
  readonly #ends: number[] = [];

  /** @param weights whole numbers */
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

  /** The symbol in whose share of the interval a number lies. */
  symbolAt(interval: Interval, number: bigint): number {
    let [low, high] = [0, this.#ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      const { low: start, width } = cut(interval, this.share(middle));
      if (number >= start + width) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A way through a code: an encoder is told the symbols, a decoder finds them. */
export interface Coder {
  readonly interval: Interval;
  /** @param symbol looked at by an encoder alone */
  code(model: Model, symbol?: number): number;
}

const fullInterval = (bits: number): Interval => ({ low: 0n, width: 1n << BigInt(bits) });

export class Encoder implements Coder {
  interval: Interval;

  constructor(bits: number) {
    this.interval = fullInterval(bits);
  }

  code(model: Model, symbol = 0): number {
    this.interval = cut(this.interval, model.share(symbol));
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
    const symbol = model.symbolAt(this.interval, this.number);
    this.interval = cut(this.interval, model.share(symbol));
    return symbol;
  }
}
