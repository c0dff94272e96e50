import type { Usage } from './complete.js';

/** What one call has cost at models, over all attempts. */
export class Bill {
  readonly #models = new Set<string>();
  #read = 0;
  #written = 0;
  #cost = 0;

  /** @param cost in millionths */
  add(model: string, { read, written }: Usage, cost: number): void {
    this.#models.add(model);
    this.#read += read;
    this.#written += written;
    this.#cost += cost;
  }

  /** Tells operators, if there is anything to tell. */
  tell({ remark }: { remark(name: string, value: string): void }): void {
    if (this.#models.size === 0) return;
    remark('models asked', [...this.#models].join(', '));
    remark('tokens', `${this.#read} read, ${this.#written} written`);
    if (this.#cost > 0) remark('cost of the models', String(this.#cost / 1e6));
  }
}
