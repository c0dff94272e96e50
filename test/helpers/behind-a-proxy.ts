import { randomInt } from 'node:crypto';
import { Child } from '../../embedded/child.js';
import { stack } from './stack.js';

/** The header in which the proxy of the tests tells a visitor's country. */
export const COUNTRY_HEADER = 'CF-IPCountry';

/** A front of the running platform that stands behind a proxy, which is who calls it. */
export interface ProxiedFront {
  baseUrl: string;
  stop(): Promise<unknown>;
}

/** Starts a front that believes its proxy, so that every visitor of a test may come from an address of its own. */
export async function startBehindProxy(settings: Record<string, string> = {}): Promise<ProxiedFront> {
  const { platform } = await stack();
  const ours = { PORT: '0', METRICS_PORT: '0', TRUST_PROXY: 'true', COUNTRY_HEADER };
  const env = { ...platform.environment, ...ours, ...settings };
  const front = new Child({ name: 'api', module: 'dist/api/main.js', env }, () => {});
  const { port } = await front.start();
  return { baseUrl: `http://127.0.0.1:${port}`, stop: () => front.stop(5_000) };
}

let shared: Promise<ProxiedFront> | undefined;

/** Such a front with the settings of the platform, one for all tests of a run. */
export function behindProxy(): Promise<ProxiedFront> {
  shared ??= startBehindProxy();
  return shared;
}

// Outside of any suite: after the last test of the run.
after(async () => {
  await (await shared)?.stop();
});

const ADDRESSES = 2 ** 24;

/** Begins anywhere: the tests of another process may visit the same platform. */
let visitors = randomInt(ADDRESSES);

/** An address that no visitor before had. */
export function newAddress(): string {
  visitors = (visitors + 1) % ADDRESSES;
  return `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`;
}
