import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { validator } from '../shared/contract/input.js';
import { newPlainKey } from '../shared/keys/keys.js';
import { StartError } from '../shared/process/run-process.js';

const schema = Type.Object({ demoApiKey: Type.String(), adminToken: Type.String(), tokenSecret: Type.String() });

/** What the one-command start makes up once and keeps in its data folder, readable by its user alone. */
export type Secrets = Static<typeof schema>;

/** Reads the secrets of a data folder, making them on the first start. */
export async function keptSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json');
  const kept: object = await readFile(file, 'utf8').then(JSON.parse, () => ({}));
  const secrets = {
    demoApiKey: newPlainKey(),
    adminToken: randomBytes(18).toString('base64url'),
    tokenSecret: randomBytes(32).toString('base64url'),
    ...kept,
  };
  if (!validator(schema)(secrets)) throw new StartError(`${file} is damaged`);
  await writeFile(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}
