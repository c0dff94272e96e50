import type { Collections } from '../../features/collections.js';

/** Error of every command of a process that has died. */
class ProcessDied extends Error {}

/**
 * Returns the collections of a process that dies at a command: that one is carried out or not, and everything later fails.
 *
 * @param at number of the command, from 1; see `commands`
 * @param isCarriedOut true if the last command has its effect, and only its response is lost
 */
export function dyingStore(store: Collections, at: number, isCarriedOut: boolean) {
  const process = { commands: 0 };
  const die = () => {
    throw new ProcessDied(`died at command ${at}`);
  };
  const wrap = (collection: object) =>
    new Proxy(collection, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return (...args: unknown[]) => {
          process.commands += 1;
          if (process.commands > at || (process.commands === at && !isCarriedOut)) die();
          const result: unknown = method.apply(target, args);
          if (process.commands < at) return result;
          return result instanceof Promise ? result.then(die) : die();
        };
      },
    });
  const entries = Object.entries(store).map(([name, collection]) => [name, wrap(collection)]);
  return { store: Object.fromEntries(entries) as Collections, process };
}
