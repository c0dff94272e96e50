/**
 * Compares the daily readings of a day by a language model, shared by all requests and written for each. `node dist/bench/model.js` sends
 * 600 calls for the twelve signs to two content workers, 32 at a time, with a sandbox model, and prints the calls of the model, the tokens
 * and costs per response, and the latency. Needs redis-server.
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
const IN_FLIGHT = 32;
const WORKERS = 2;
const MODEL_MS = 300;
/** Dollars per million tokens, read and written: about the price of a small hosted model. */
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
  await Promise.all(Array.from({ length: IN_FLIGHT }, loop));
  const [, day] = await readSpending(redis, systemClock);
  await stop();
  await model.close();
  const perResponse = (sum = 0) => sum / took.length;
  return {
    'calls of the model': model.received.length,
    'tokens per answer': perResponse(day?.tokens).toFixed(0),
    'dollars per 1,000 answers': ((perResponse(day?.money) * 1_000) / 1e6).toFixed(4),
    "answers in the model's words": `${modelled} of ${took.length}`,
    'median ms': (took.sort((one, other) => one - other)[Math.floor(took.length / 2)] ?? Number.NaN).toFixed(0),
  };
}

console.log(
  `${CALLS} daily readings of one day in one language, ${IN_FLIGHT} at a time, ${WORKERS} workers, a model of ${MODEL_MS} ms`,
);
console.table({ 'each call its own': await measure(false), 'written once': await measure(true) });
process.exit(0);
