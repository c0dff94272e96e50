import { readFileSync } from 'node:fs';

/**
 * Loaded before a process of the platform (`node --import`), this gives it a clock that a test sets: TEST_CLOCKS names a file with
 * the ms by which the clock of each kind of process is ahead, and is read again and again. What measures durations goes on
 * as ever.
 */
const READ_EVERY_MS = 50;
const file = process.env.TEST_CLOCKS ?? '';
const [, module = '', pool = ''] = process.argv;
const [, kind = ''] = /dist\/(api|workers|scheduler)\/main\.js$/.exec(module) ?? [];
const name = kind === 'workers' ? `worker:${pool}` : kind;

let aheadMs = 0;
const read = () => {
  try {
    aheadMs = JSON.parse(readFileSync(file, 'utf8'))[name] ?? 0;
  } catch {
    // It is being written.
  }
};

if (file !== '' && name !== '') {
  read();
  setInterval(read, READ_EVERY_MS).unref();
  const { now } = Date;
  const shifted = () => now() + aheadMs;
  // Dates stay those of the language, so that everything takes them for such.
  globalThis.Date = new Proxy(Date, {
    construct: (date, given) => Reflect.construct(date, given.length === 0 ? [shifted()] : given),
    apply: (date) => new date(shifted()).toString(),
    get: (date, property) => (property === 'now' ? shifted : Reflect.get(date, property)),
  });
}
