/**
 * A signal that aborts after so many milliseconds, or with another signal if that comes first.
 *
 * `AbortSignal.any([outer, AbortSignal.timeout(ms)])` would say the same, but under Node 20 and 22 such a timeout may be
 * garbage before it fires (github.com/nodejs/node/issues/57736), and who waits on it waits for ever. A signal that
 * somebody listens to is kept.
 */
export function timeLimit(ms: number, outer: AbortSignal): AbortSignal {
  const either = new AbortController();
  for (const signal of [outer, AbortSignal.timeout(ms)]) {
    const abort = () => either.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: either.signal });
  }
  return either.signal;
}
