/** Has what is done to one thing done one after the other, while other things go on beside it. */
export class OneByOne {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs a task of a thing once those before it have ended, however they did. */
  run<T>(thing: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(thing);
    const own = before ? before.then(task, task) : task();
    this.#last.set(thing, own);
    const forget = () => {
      if (this.#last.get(thing) === own) this.#last.delete(thing);
    };
    own.then(forget, forget);
    return own;
  }
}
