import { Child } from '../../embedded/child.js';
import { stack } from './stack.js';

/** Starts a front of the shared platform with other settings. */
export async function startFront(settings: NodeJS.ProcessEnv): Promise<{ base: string; stop(): Promise<unknown> }> {
  const { platform } = await stack();
  const env = { ...platform.environment, PORT: '0', METRICS_PORT: '0', ...settings };
  const front = new Child({ name: 'api', module: 'dist/api/main.js', env }, () => {});
  const { port } = await front.start();
  return { base: `http://127.0.0.1:${port}`, stop: () => front.stop(5_000) };
}
