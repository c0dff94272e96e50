import { randomBytes } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { collections, createIndexes } from '../features/collections.js';
import { generateKey, storeKey } from '../features/keys/index.js';
import { toMicro } from '../shared/contract/amounts.js';
import { SHORTEST_ADMIN_TOKEN } from '../shared/contract/bounds.js';
import { conforms } from '../shared/contract/input.js';
import { purchase } from '../shared/ledger/purchase.js';
import { systemClock } from '../shared/process/clock.js';
import type { Config } from '../shared/process/config.js';
import { StartError } from '../shared/process/run-process.js';
import { connectWithLongTimeouts } from '../shared/store/connect.js';

const ACCOUNT = 'demo';

/** Creates the demo account with its key, and buys its credits once: later starts do not refill them. */
export async function openDemoAccount(config: Config, plainKey: string): Promise<void> {
  const { db, close } = connectWithLongTimeouts(config);
  try {
    await createIndexes(db);
    const store = collections(db);
    await store.accounts.updateOne(
      { _id: ACCOUNT },
      { $setOnInsert: { name: 'Demo account', created: systemClock.now() } },
      { upsert: true },
    );
    await storeKey(store, plainKey, { account: ACCOUNT, name: 'Demo key' });
    if (config.DEMO_CREDITS > 0) {
      const amount = toMicro(config.DEMO_CREDITS);
      await purchase(store, { id: 'demo', account: ACCOUNT, amount, bought: systemClock.now() });
    }
  } finally {
    await close();
  }
}

const schema = Type.Object({
  demoApiKey: Type.String(),
  adminToken: Type.String({ minLength: SHORTEST_ADMIN_TOKEN }),
  tokenSecret: Type.String(),
  webhookSecret: Type.String(),
});

/** Secrets that the one-command start creates once and stores in its data folder, readable by its user alone. */
export type Secrets = Static<typeof schema>;

/** Path of the file that holds the secrets of a data folder. */
export const secretsFile = (dataDir: string): string => join(dataDir, 'secrets.json');

/**
 * Reads the secrets of a data folder, creating them at the first start.
 *
 * @returns the secrets, and whether they are new
 */
export async function loadSecrets(dataDir: string): Promise<{ secrets: Secrets; areNew: boolean }> {
  const file = secretsFile(dataDir);
  const stored = await readFile(file, 'utf8').catch(() => undefined);
  const secrets: unknown = stored === undefined ? createSecrets() : JSON.parse(stored);
  if (!conforms(schema, secrets))
    throw new StartError(`${file} is damaged: restore it, or delete it to create new secrets`);
  if (stored === undefined) await writeFile(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  else await chmod(file, 0o600);
  return { secrets, areNew: stored === undefined };
}

const createSecrets = (): Secrets => ({
  demoApiKey: generateKey(),
  adminToken: randomBytes(24).toString('base64url'),
  tokenSecret: randomBytes(32).toString('base64url'),
  webhookSecret: randomBytes(32).toString('base64url'),
});
