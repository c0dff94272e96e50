/**
 * The daily readings of one day in one language by a language model, each written once for everybody and each call's own.
 * `node dist/bench/model.js` sends two content workers 600 calls for the twelve signs, 32 at a time, with a sandbox model, and prints
 * the calls of the model, its tokens and what they cost per answer, and how long an answer took. Needs redis-server.
 */
import { randomUUID } from 'node:crypto';
import { startSandboxModel } from 'sandbox/llm';
import { dailyHoroscope } from '../shared/contract/catalogue/horoscope.js';
import { signs } from '../shared/contract/catalogue/horoscope-names.js';
import { readInput } from '../shared/contract/input.js';
import { systemClock } from '../shared/process/clock.js';
import { readSpending } from '../shared/process/model-spending.js';
import { startWorkersAlone } from './workers-alone.js';

const CALLS = 600;
const AT_A_TIME = 32;
const WORKERS = 2;
const MODEL_MS = 300;
/** Per million tokens, read and written: about what a small hosted model costs, in dollars. */
const PRICES = { sandbox: { read: 0.4, written: 1.6 } };

async function measure(isShared: boolean) {
  const model = await startSandboxModel(MODEL_MS);
  model.behave('slow');
  const { sender, redis, stop } = await startWorkersAlone('content', WORKERS, {
    LLM_BASE_URL: model.url,
    LLM_MODEL: 'sandbox',
    LLM_PRICES: JSON.stringify(PRICES),
    LLM_SHARE_READINGS: String(isShared),
  });
  const took: number[] = [];
  let [asked, modelled] = [0, 0];
  const loop = async () => {
    while (asked < CALLS) {
      const input = readInput(dailyHoroscope, { sign: signs[asked++ % signs.length], date: '2026-01-05' });
      const began = performance.now();
      const task = { endpoint: dailyHoroscope.id, input, account: 'bench', requestId: randomUUID() };
      const reply = await sender.send('content', task);
      took.push(performance.now() - began);
      if (reply.headers['X-Writer']?.startsWith('model')) modelled++;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, loop));
  const [, day] = await readSpending(redis, systemClock);
  await stop();
  await model.close();
  const perAnswer = (sum = 0) => sum / took.length;
  return {
    'calls of the model': model.received.length,
    'tokens per answer': perAnswer(day?.tokens).toFixed(0),
    'dollars per 1,000 answers': ((perAnswer(day?.money) * 1_000) / 1e6).toFixed(4),
    "answers in the model's words": `${modelled} of ${took.length}`,
    'median ms': (took.sort((one, other) => one - other)[Math.floor(took.length / 2)] ?? Number.NaN).toFixed(0),
  };
}

console.log(
  `${CALLS} daily readings of one day in one language, ${AT_A_TIME} at a time, ${WORKERS} workers, a model of ${MODEL_MS} ms`,
);
console.table({ 'each call its own': await measure(false), 'written once': await measure(true) });
process.exit(0);
