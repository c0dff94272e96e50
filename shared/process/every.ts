/**
 * Runs a function at an interval, at multiples of it since the process started: checks with the same interval wake the process up once,
 * and their Redis commands are sent together. The timer keeps no process alive.
 *
 * @param ms interval; the first run is at least half of it away
 * @returns a function that stops it
 */
export function every(ms: number, act: () => void): () => void {
  let timer: NodeJS.Timeout;
  const schedule = () => {
    const past = performance.now() % ms;
    const off = past < ms / 2 ? past : past - ms;
    timer = setTimeout(next, Math.round(ms - off)).unref();
  };
  const next = () => {
    schedule();
    act();
  };
  schedule();
  return () => clearTimeout(timer);
}
