import { dailyHoroscope as contract } from '../../shared/contract/catalogue/horoscope.js';
import { signs } from '../../shared/contract/catalogue/horoscope-names.js';
import { readInput } from '../../shared/contract/input.js';
import { pools } from '../../shared/contract/pools.js';
import { writeReadings } from '../../shared/queue/internal-jobs.js';
import { type Call, handleInternal } from '../handle.js';
import { addDays } from '../lib/sky/days.js';
import dailyHoroscope from './daily-horoscope.js';

/** Writes the daily readings of tomorrow, one at a time, so that requests take precedence. */
export default handleInternal(writeReadings, async (_, call) => {
  const { model, clock, config, signal } = call;
  if (!model || !config.LLM_SHARE_READINGS) return { written: 0, missing: 0 };
  const date = addDays(clock.now().toISOString().slice(0, 10), 1);
  const languages = config.LLM_WRITE_AHEAD.split(',').map((language) => language.trim());
  const readings = languages.filter(Boolean).flatMap((language) => signs.map((sign) => ({ sign, date, language })));
  const missing: object[] = [];
  for (const reading of readings) {
    if (signal.aborted || !(await writeReading(reading, call))) missing.push(reading);
  }
  return { written: readings.length - missing.length, missing: missing.length };
});

/** Requests a reading as a client would, which caches it. Returns true if the model wrote it. */
async function writeReading(reading: object, job: Call): Promise<boolean> {
  const headers = new Map<string, string>();
  const { deadlineMs } = pools.content;
  const call: Call = {
    ...job,
    log: job.log,
    deadline: new Date(job.clock.now().getTime() + deadlineMs),
    // A signal of its own, so that its listeners end with it.
    signal: AbortSignal.any([job.signal]),
    header: (name, value) => void headers.set(name, value),
    charge: () => {},
    remark: () => {},
  };
  await dailyHoroscope.run(readInput(contract, reading), call);
  return headers.get('X-Writer')?.startsWith('model ') ?? false;
}
