/**
 * Does something again and again, at the whole multiples of its time since the process began: what a process looks after every second or
 * every half wakes it up once then, and what it asks of Redis goes out together. Alone, this keeps no process alive.
 *
 * @param ms between two times; the first is at least half of that away
 * @returns what ends it
 */
export function every(ms: number, act: () => void): () => void {
  let timer: NodeJS.Timeout;
  const plan = () => {
    const past = performance.now() % ms;
    const off = past < ms / 2 ? past : past - ms;
    timer = setTimeout(next, Math.round(ms - off)).unref();
  };
  const next = () => {
    plan();
    act();
  };
  plan();
  return () => clearTimeout(timer);
}
