import { type SandboxModel, startSandboxModel } from 'sandbox/llm';
import { Child } from '../../embedded/child.js';
import { oncePerRun } from './once-per-run.js';
import { scriptedFront } from './scripted-workers.js';
import { stack } from './stack.js';

/** Timeout of the worker for a response of the model, in ms. Long enough for a busy machine. */
const PATIENCE_MS = 6_000;

/** Price of a million tokens. */
export const PRICES = { sandbox: { read: 1, written: 4 } };

/** A front, a content worker that asks a language model, and that model, which behaves as a test tells it. */
export interface LlmPlatform {
  readonly baseUrl: string;
  readonly redisUrl: string;
  readonly model: SandboxModel;
  /** The worker's metrics as text. */
  metrics(): Promise<string>;
}

/** Such a platform, one for all tests of a run. */
export const llmPlatform: () => Promise<LlmPlatform> = oncePerRun(start);

/** Starts it on the store of the stack, with a Redis of its own, so that no other worker takes its jobs. */
async function start(): Promise<LlmPlatform & { stop(): Promise<void> }> {
  const { platform } = await stack();
  const [{ baseUrl, redisUrl, stop }, model] = await Promise.all([scriptedFront(), startSandboxModel()]);
  const env = {
    ...platform.environment,
    REDIS_URL: redisUrl,
    LLM_BASE_URL: model.url,
    LLM_MODEL: 'sandbox',
    LLM_WRITE_AHEAD: 'en',
    LLM_PRICES: JSON.stringify(PRICES),
    LLM_TIMEOUT_MS: String(PATIENCE_MS),
    UPSTREAM_SANDBOX: `${platform.environment.UPSTREAM_SANDBOX ?? ''},llm`,
  };
  const worker = new Child(
    { name: 'worker:content', module: 'dist/workers/main.js', args: ['content'], env },
    () => {},
  );
  const { metricsPort } = await worker.start();
  return {
    baseUrl,
    redisUrl,
    model,
    metrics: async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    async stop() {
      await worker.stop(5_000);
      await stop();
      await model.close();
    },
  };
}
