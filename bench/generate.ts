/**
 * Measures content generation: the time of the composer, and the resources of a worker with 50 calls of a slow model in flight.
 * `node dist/bench/generate.js` prints, for each endpoint and language, the median and 99th percentile of one text in
 * ms, and the median of the processor time that it took, which says more when the machine has other work; then, with a model that answers after 2 s, the calls that one worker process held and answered, and the most
 * memory that it took. Needs redis-server and Linux.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { startSandboxModel } from 'sandbox/llm';
import { readInput } from '../shared/contract/input.js';
import { handlers } from '../test/helpers/generator-assertions.js';
import { makeCall } from '../test/helpers/run-handler.js';
import { startWorkersAlone } from './workers-alone.js';

const LANGUAGES = ['en', 'es', 'fr', 'de', 'pt', 'it'];
const TOPICS = ['Sourdough bread for beginners', 'How to fix a leaking tap?', 'yoga', 'My cat learned to open doors'];
const TEXTS = 200;

const IN_FLIGHT = 50;
const MODEL_MS = 2_000;
const SUSTAINED_MS = 20_000;

/** Runs a call of an endpoint, from the raw request to the response. */
async function runCall(name: string, raw: object): Promise<void> {
  const handler = handlers[name];
  if (!handler) throw new RangeError(`No endpoint ${name}`);
  await handler.run(readInput(handler.endpoint, raw), makeCall());
}

async function measureTimes(name: string, language: string): Promise<string> {
  const times: number[] = [];
  const processor: number[] = [];
  for (let text = 0; text < TEXTS; text++) {
    const raw = { topic: TOPICS[text % TOPICS.length], language, keywords: ['kitchen'], emojis_mode: 'random_inject' };
    const [started, before] = [performance.now(), process.cpuUsage()];
    await runCall(name, raw);
    times.push(performance.now() - started);
    const { user, system } = process.cpuUsage(before);
    processor.push((user + system) / 1_000);
  }
  const at = (share: number, measured: number[]) =>
    (measured.sort((one, other) => one - other)[Math.floor(measured.length * share)] ?? Number.NaN).toFixed(1);
  return `${at(0.5, times)} / ${at(0.99, times)} (${at(0.5, processor)})`;
}

async function measureComposer(): Promise<void> {
  for (const handler of Object.values(handlers)) await handler.warmUp?.(makeCall());
  const rows: Record<string, Record<string, string>> = {};
  for (const name of Object.keys(handlers)) {
    const row: Record<string, string> = {};
    for (const language of LANGUAGES) row[language] = await measureTimes(name, language);
    rows[name] = row;
  }
  console.log(`Composer, ms per text (median / p99 of ${TEXTS}, and the median of processor time)`);
  console.table(rows);
}

/** Sends 50 calls at a time, through Redis, to a worker process like those of production. */
async function measureInFlight(): Promise<void> {
  const modelProcess = fork(process.argv[1] ?? '', ['model']);
  const [url] = (await once(modelProcess, 'message')) as [string];
  const { sender, workers, stop } = await startWorkersAlone('content', 1, {
    ...{ LLM_BASE_URL: url, LLM_MODEL: 'slow', UPSTREAM_SANDBOX: 'llm' },
  });

  const all = Object.values(handlers);
  const end = Date.now() + SUSTAINED_MS;
  let [asked, answered, modelled] = [0, 0, 0];
  const loop = async () => {
    while (Date.now() < end) {
      const endpoint = all[asked++ % all.length]?.endpoint;
      if (!endpoint) return;
      const input = readInput(endpoint, { topic: TOPICS[0] });
      const task = { endpoint: endpoint.id, input, account: 'bench', requestId: randomUUID() };
      const reply = await sender.send('content', task);
      if (reply.status === 200) answered++;
      if (reply.headers['X-Upstream'] === 'sandbox') modelled++;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, loop));
  const status = await readFile(`/proc/${workers[0]?.pid}/status`, 'utf8');
  const mostKilobytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]);
  modelProcess.send('how many?');
  const [mostOpen] = (await once(modelProcess, 'message')) as [number];
  console.log(`Model of ${MODEL_MS} ms, ${SUSTAINED_MS / 1_000} s, one worker process`);
  console.table({
    'most in flight at the model': mostOpen,
    'calls asked': asked,
    'calls answered': answered,
    "answered in the model's words": modelled,
    'calls/s': (asked / (SUSTAINED_MS / 1_000)).toFixed(1),
    'most memory of the worker, MB': (mostKilobytes / 1_024).toFixed(0),
  });
  await stop();
  modelProcess.kill();
}

if (process.argv[2] === 'model') {
  const model = await startSandboxModel(MODEL_MS);
  model.behave('slow');
  process.send?.(model.url);
  process.on('message', () => process.send?.(model.mostInFlight));
} else {
  if (process.argv[2] !== 'in-flight') await measureComposer();
  await measureInFlight();
  process.exit(0);
}
