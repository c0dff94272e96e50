import { createHash } from 'node:crypto';
import { customAlphabet, nanoid } from 'nanoid';
import type { Collections, Key } from '../store/collections.js';

const secret = customAlphabet('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 32);

/** A new key in plain text: `ua_live_` and 32 base62 characters (190 bits). It is shown once and never stored. */
export const newPlainKey = (): string => `ua_live_${secret()}`;

/** What is stored of a key. The key is random, so that a plain SHA-256 of it cannot be guessed back. */
export const hashKey = (plain: string): string => createHash('sha256').update(plain).digest('hex');

export interface KeyOrder {
  account: string;
  name: string;
  /** Ids of groups, or `*`. */
  scopes?: string[];
  expires?: Date;
  limits?: Record<string, number>;
}

/** Stores a key for an account; a key that is stored already is left as it is. */
export async function storeKey({ keys }: Collections, plain: string, order: KeyOrder): Promise<Key> {
  const key: Key = {
    _id: hashKey(plain),
    id: `key_${nanoid(12)}`,
    account: order.account,
    name: order.name,
    prefix: plain.slice(0, 12),
    scopes: order.scopes ?? ['*'],
    active: true,
    expires: order.expires ?? null,
    limits: order.limits ?? {},
    created: new Date(),
  };
  const { _id, ...fields } = key;
  const stored = await keys.findOneAndUpdate(
    { _id },
    { $setOnInsert: fields },
    { upsert: true, returnDocument: 'after' },
  );
  return stored ?? key;
}

/** Makes a key for an account. The plain key is in the answer and nowhere else. */
export async function issueKey(store: Collections, order: KeyOrder): Promise<{ plain: string; key: Key }> {
  const plain = newPlainKey();
  return { plain, key: await storeKey(store, plain, order) };
}

/**
 * Makes a new key in place of another, with its name, scopes and limits; the old one works for a while yet.
 *
 * @param overlapSeconds for how long the old key still works
 * @returns undefined when there is no such key
 */
export async function rotateKey(
  store: Collections,
  id: string,
  overlapSeconds: number,
  now: Date,
): Promise<{ plain: string; key: Key } | undefined> {
  const old = await store.keys.findOne({ id });
  if (!old) return undefined;
  const { account, name, scopes, limits } = old;
  const made = await issueKey(store, {
    account,
    name,
    scopes,
    limits,
    ...(old.expires ? { expires: old.expires } : {}),
  });
  const end = new Date(now.getTime() + overlapSeconds * 1_000);
  if (!old.expires || old.expires > end) await store.keys.updateOne({ id }, { $set: { expires: end } });
  return made;
}
