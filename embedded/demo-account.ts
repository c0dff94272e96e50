import { randomBytes } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { SHORTEST_ADMIN_TOKEN } from '../shared/contract/bounds.js';
import { validator } from '../shared/contract/input.js';
import { newPlainKey, storeKey } from '../shared/keys/keys.js';
import { toMicro } from '../shared/ledger/amounts.js';
import { purchase } from '../shared/ledger/purchase.js';
import { systemClock } from '../shared/process/clock.js';
import type { Config } from '../shared/process/config.js';
import { StartError } from '../shared/process/run-process.js';
import { collections, createIndexes } from '../shared/store/collections.js';
import { connectPatiently } from '../shared/store/connect.js';

const ACCOUNT = 'demo';

/** Gives the demo account its key, and its credits once: a later start finds what is left of them. */
export async function openDemoAccount(config: Config, plainKey: string): Promise<void> {
  const { db, close } = connectPatiently(config);
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

const secretNames = ['demoApiKey', 'adminToken', 'tokenSecret', 'webhookSecret'] as const;

const newAdminToken = (): string => randomBytes(24).toString('base64url');

/** What the one-command start makes up once and keeps in its data folder, readable by its user alone. */
export type Secrets = Static<typeof schema>;

/** Path of the file that holds the secrets of a data folder. */
export const secretsFile = (dataDir: string): string => join(dataDir, 'secrets.json');

/**
 * Reads the secrets of a data folder, creating those that it does not have.
 *
 * @returns the secrets, and the names of those that are new
 */
export async function keptSecrets(dataDir: string): Promise<{ secrets: Secrets; created: Set<keyof Secrets> }> {
  const file = secretsFile(dataDir);
  const kept: Partial<Secrets> = await readFile(file, 'utf8').then(JSON.parse, () => ({}));
  const secrets = {
    demoApiKey: newPlainKey(),
    adminToken: newAdminToken(),
    tokenSecret: randomBytes(32).toString('base64url'),
    webhookSecret: randomBytes(32).toString('base64url'),
    ...kept,
  };
  // Made when shorter ones were taken as well.
  if (String(secrets.adminToken).length < SHORTEST_ADMIN_TOKEN) secrets.adminToken = newAdminToken();
  if (!validator(schema)(secrets)) throw new StartError(`${file} is damaged`);
  await writeFile(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  // The mode above is that of a file that is new.
  await chmod(file, 0o600);
  const created = new Set(secretNames.filter((name) => secrets[name] !== kept[name]));
  return { secrets, created };
}
