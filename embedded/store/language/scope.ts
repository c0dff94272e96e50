import { refuse } from '../errors.js';
import type { Doc, Value } from './values.js';

/** What an expression is computed in: one document, the time of the command, and the variables in their slots. */
export interface Environment {
  readonly root: Doc;
  readonly now: Date;
  readonly slots: Value[];
}

export type Expression = (environment: Environment) => Value;

/** The variables that an expression may name, each with the slot that will hold its value. */
export class Scope {
  readonly now: Date;
  readonly #names: ReadonlyMap<string, number>;
  readonly #slots: Value[];

  constructor(now: Date, names: ReadonlyMap<string, number> = new Map(), slots: Value[] = []) {
    this.now = now;
    this.#names = names;
    this.#slots = slots;
  }

  /** A scope with one more variable. */
  with(name: string): Scope {
    if (!/^[a-z\u0080-\uffff]/.test(name)) refuse(9, `'${name}' cannot be the name of a variable`);
    return new Scope(this.now, new Map(this.#names).set(name, this.#slots.push(undefined) - 1), this.#slots);
  }

  slot(name: string): number {
    return this.#names.get(name) ?? refuse(17276, `Use of undefined variable: ${name}`);
  }

  environment(root: Doc): Environment {
    return { root, now: this.now, slots: this.#slots };
  }
}
