import { refuse } from '../errors.js';
import type { Doc, Value } from './values.js';

/** Scope of an expression: one document, the time of the command, and its variables. */
export interface Environment {
  readonly root: Doc;
  readonly now: Date;
  readonly slots: Value[];
}

export type Expression = (environment: Environment) => Value;

/** Variables of an expression, with the slots of their values. */
export class Scope {
  readonly now: Date;
  /** Timeout of the command, in ms after `now`. */
  readonly maxTimeMs: number;
  readonly #names: ReadonlyMap<string, number>;
  readonly #slots: Value[];

  constructor(
    now: Date,
    maxTimeMs = Number.POSITIVE_INFINITY,
    names: ReadonlyMap<string, number> = new Map(),
    slots: Value[] = [],
  ) {
    this.now = now;
    this.maxTimeMs = maxTimeMs;
    this.#names = names;
    this.#slots = slots;
  }

  /** Returns a scope with another variable. */
  with(name: string): Scope {
    if (!/^[a-z\u0080-\uffff]/.test(name)) refuse(9, `'${name}' cannot be the name of a variable`);
    const names = new Map(this.#names).set(name, this.#slots.push(undefined) - 1);
    return new Scope(this.now, this.maxTimeMs, names, this.#slots);
  }

  slot(name: string): number {
    return this.#names.get(name) ?? refuse(17276, `Use of undefined variable: ${name}`);
  }

  /** Checks the timeout of the command. @throws StoreError 50 if it is exceeded */
  checkTime(): void {
    if (Date.now() - this.now.getTime() > this.maxTimeMs) refuse(50, 'operation exceeded time limit');
  }

  environment(root: Doc): Environment {
    return { root, now: this.now, slots: this.#slots };
  }
}
