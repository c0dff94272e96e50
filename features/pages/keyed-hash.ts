import { createHmac, randomBytes } from 'node:crypto';
import { isDuplicate } from '../../shared/store/insert-new.js';
import type { PageCollections } from './collections.js';

type Secrets = PageCollections['secrets'];

/** Keys that this process has used or is loading, by database and name. */
const keys = new Map<string, Promise<string>>();

/** Hashes a text with a key that all processes share. Without the key, which stays in the store, nobody can test texts against a hash. */
export async function computeKeyedHash(secrets: Secrets, keyName: string, text: string): Promise<Buffer> {
  const name = `${secrets.dbName} ${keyName}`;
  const key = keys.get(name) ?? loadKey(secrets, keyName);
  keys.set(name, key);
  return createHmac('sha256', await key.catch(forget))
    .update(text)
    .digest();

  function forget(error: unknown): never {
    keys.delete(name);
    throw error;
  }
}

/** Loads a key, or creates it. */
async function loadKey(secrets: Secrets, _id: string): Promise<string> {
  const stored = await secrets.findOne({ _id });
  if (stored) return stored.value;
  try {
    const value = randomBytes(32).toString('hex');
    await secrets.insertOne({ _id, value });
    return value;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return loadKey(secrets, _id);
  }
}
