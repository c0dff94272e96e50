import { equal } from 'node:assert/strict';
import { scryptSync } from 'node:crypto';
import type { Collections } from '../../features/collections.js';
import { readConfig } from '../../shared/process/config.js';
import { launch } from './launch.js';
import { newAddress } from './new-address.js';
import { ADMIN_TOKEN, type Answer, call, eventually, ownDatabase, stack } from './stack.js';
import { unusedPort } from './unused-port.js';

/** Fronts on a private database, where a test can create operators. */
export interface PrivateFronts {
  store: Collections;
  /** The address of each. */
  urls: string[];
  /**
   * Headers that give requests a client address of their own. Other tests on the same Redis guess passwords and tokens, after which their
   * address is refused.
   */
  headers: Record<string, string>;
  /** The settings of a command line on this database. */
  environment: Record<string, string>;
  /** Asks the admin API of the first. */
  admin(method: string, path: string, body?: object, token?: string): Promise<Answer>;
  close(): Promise<void>;
}

/** Picks the settings among the variables of an environment. */
export const pickSettings = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.keys(readConfig(environment)).map((name) => [name, environment[name] ?? '']));

/** @param others settings of the fronts beside those of the tests */
export async function startPrivateFronts(count = 1, others: Record<string, string> = {}): Promise<PrivateFronts> {
  const { platform } = await stack();
  const { store, environment, close } = await ownDatabase(platform.environment);
  const settings = pickSettings(environment);
  const fronts = await Promise.all(
    Array.from({ length: count }, async () => {
      const PORT = String(await unusedPort());
      const front = launch('dist/api/main.js', [], { ...settings, ADMIN_TOKEN, PORT, METRICS_PORT: '', ...others });
      return { ...front, url: `http://127.0.0.1:${PORT}` };
    }),
  );
  const urls = fronts.map(({ url }) => url);
  for (const url of urls) {
    const alive = () =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    equal(await eventually(alive, Boolean, 60_000), true, url);
  }
  const { MONGODB_URL = '', MONGODB_DATABASE = '' } = environment;
  const headers = { 'X-Forwarded-For': newAddress() };
  return {
    store,
    urls,
    headers,
    environment: { MONGODB_URL, MONGODB_DATABASE },
    admin: (method, path, body = {}, token = ADMIN_TOKEN) =>
      call(`/v1/admin${path}`, body, {
        method,
        headers: { ...headers, Authorization: `Bearer ${token}` },
        baseUrl: urls[0] ?? '',
      }),
    async close() {
      for (const front of fronts) front.process.kill('SIGTERM');
      await Promise.all(fronts.map((front) => front.ended()));
      await close();
    },
  };
}

/** Password of the operators of tests. */
export const PASSWORD = 'correct horse battery staple';

const QUICK = { cost: 2, block: 1, parallel: 1 };

/** Stores the passwords of all operators with cheap hashes, which otherwise take most of the time of a login. */
export async function weakenPasswordHashes({ operators }: Collections): Promise<void> {
  const { cost: N, block: r, parallel: p } = QUICK;
  const salt = 'salt';
  const hash = scryptSync(PASSWORD, Buffer.from(salt, 'base64'), 32, { N, r, p }).toString('base64');
  await operators.updateMany({}, { $set: { password: { ...QUICK, salt, hash } } });
}
