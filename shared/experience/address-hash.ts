import { createHmac, randomBytes } from 'node:crypto';
import type { ExperienceCollections } from './collections.js';

type Secrets = ExperienceCollections['secrets'];

const NAME = 'client-address-hash';
const DUPLICATE_KEY = 11_000;

/** The key of each database that this process has used. */
const known = new Map<string, string>();

/** A keyed hash of a client address. Without the key, which stays in the store, no address can be tried against it. */
export async function hashAddress(address: string, secrets: Secrets): Promise<string> {
  const key = known.get(secrets.dbName) ?? (await sharedKey(secrets));
  known.set(secrets.dbName, key);
  return createHmac('sha256', key).update(address).digest('hex').slice(0, 32);
}

/** The key that all processes share, made by whichever needs it first. */
async function sharedKey(secrets: Secrets): Promise<string> {
  const kept = await secrets.findOne({ _id: NAME });
  if (kept) return kept.value;
  try {
    const value = randomBytes(32).toString('hex');
    await secrets.insertOne({ _id: NAME, value });
    return value;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY)) throw error;
    return sharedKey(secrets);
  }
}
