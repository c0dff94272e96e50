import { dailyHoroscope as contract } from '../../shared/contract/catalogue/horoscope.js';
import { signs } from '../../shared/contract/catalogue/horoscope-names.js';
import { readInput } from '../../shared/contract/input.js';
import { pools } from '../../shared/contract/pools.js';
import { writeAhead } from '../../shared/queue/chores.js';
import { type Call, type ChoreContext, handleChore } from '../handle.js';
import { dayAfter } from '../lib/sky/days.js';
import dailyHoroscope from './daily-horoscope.js';

/** Callers come first: one text at a time. */
export default handleChore(writeAhead, async (context) => {
  const { model, clock, config, signal } = context;
  if (!model || !config.LLM_SHARE_READINGS) return { written: 0, missing: 0 };
  const date = dayAfter(clock.now().toISOString().slice(0, 10), 1);
  const languages = config.LLM_WRITE_AHEAD.split(',').map((language) => language.trim());
  const wanted = languages.filter(Boolean).flatMap((language) => signs.map((sign) => ({ sign, date, language })));
  const missing: object[] = [];
  for (const reading of wanted) {
    if (signal.aborted || !(await isWritten(reading, context))) missing.push(reading);
  }
  return { written: wanted.length - missing.length, missing: missing.length };
});

/** Asks for a reading as a caller would, who then finds it kept. */
async function isWritten(reading: object, context: ChoreContext): Promise<boolean> {
  const headers = new Map<string, string>();
  const { deadlineMs } = pools.content;
  const call: Call = {
    ...context,
    requestId: writeAhead.id,
    account: '',
    deadline: new Date(context.clock.now().getTime() + deadlineMs),
    // One of its own, so that what listens to it goes with it.
    signal: AbortSignal.any([context.signal]),
    header: (name, value) => void headers.set(name, value),
    charge: () => {},
    remark: () => {},
  };
  await dailyHoroscope.run(readInput(contract, reading), call);
  return headers.get('X-Writer')?.startsWith('model ') ?? false;
}
