import { crc32 } from 'node:zlib';
import type { Filter } from 'mongodb';
import { customAlphabet, nanoid } from 'nanoid';
import { MOST_LIVE_KEYS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import { type Clock, systemClock } from '../../shared/process/clock.js';
import { hashSecret } from '../../shared/store/hash-secret.js';
import type { ReservationCollections } from '../../shared/store/reservations.js';
import { writeWithinLimit } from '../../shared/store/reservations.js';
import { addToOutbox, createMessage, isSubscribed, keyRotated, type WebhookCollections } from '../webhooks/index.js';
import type { Connection, Key, KeyCollections, KeyPurpose } from './collections.js';

type Store = KeyCollections &
  Pick<LedgerCollections, 'wallets'> &
  ReservationCollections &
  Pick<WebhookCollections, 'messages'>;

/** Mode of a key. Test keys get examples and cost nothing. */
type KeyMode = 'live' | 'test';

export const keyModes = ['live', 'test'] as const satisfies readonly KeyMode[];

/** Prefix of the keys of each mode. */
const KEY_PREFIXES: Readonly<Record<KeyMode, string>> = { live: 'ua_live_', test: 'ua_test_' };

export const modeOf = ({ mode }: Pick<Key, 'mode'>): KeyMode => mode ?? 'live';

/** True if a text begins like a key of this service. */
export const looksLikeKey = (text: string): boolean =>
  Object.values(KEY_PREFIXES).some((prefix) => text.startsWith(prefix));

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECKSUM_LENGTH = 6;

const secret = customAlphabet(BASE62, 26);

/**
 * Generates a key in plain text: `ua_live_` or `ua_test_`, 26 random base62 characters (155 bits), and a checksum by which secret
 * scanners recognise keys. It is shown once and never stored.
 */
export function generateKey(mode: KeyMode = 'live'): string {
  const key = KEY_PREFIXES[mode] + secret();
  return key + checksum(key);
}

/** Returns the CRC-32 (ISO/IEC 8802-3, as in zlib) in base62, padded with zeros. The digits come first, then upper and lower case. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}

/** Properties of a new key. */
export interface KeyOptions {
  account: string;
  name: string;
  /** Live by default. */
  mode?: KeyMode;
  purpose?: KeyPurpose;
  connection?: Connection;
  /** Ids of groups and endpoints, or `*`. */
  scopes?: string[];
  ip_ranges?: string[];
  /** In micro-credits. */
  budget_per_day?: number;
  budget_per_month?: number;
  expires?: Date;
  limits?: Record<string, number>;
  /** See `Key`. */
  granted?: Record<string, number>;
  granted_until?: Date | null;
}

/** Stores a key for an account, unless it is stored already. */
export async function storeKey({ keys }: Store, plain: string, order: KeyOptions): Promise<void> {
  const { _id, ...fields } = createKeyDocument(plain, order);
  await keys.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true });
}

function createKeyDocument(plain: string, order: KeyOptions): Key {
  return {
    _id: hashSecret(plain),
    id: `key_${nanoid(12)}`,
    account: order.account,
    name: order.name,
    ...(order.mode === 'test' && { mode: 'test' as const }),
    ...(order.purpose && { purpose: order.purpose }),
    ...(order.connection && { connection: order.connection }),
    prefix: plain.slice(0, 12),
    scopes: order.scopes ?? ['*'],
    ip_ranges: order.ip_ranges ?? [],
    budget_per_day: order.budget_per_day ?? 0,
    budget_per_month: order.budget_per_month ?? 0,
    active: true,
    expires: order.expires ?? null,
    limits: order.limits ?? {},
    ...(order.granted && { granted: order.granted }),
    ...(order.granted_until !== undefined && { granted_until: order.granted_until }),
    created: new Date(),
  };
}

/** Filter of live keys, which are active and have not expired. */
export const live = (now: Date): Filter<Key> => ({
  active: true,
  $or: [{ expires: null }, { expires: { $gt: now } }],
});

/** Returns the oldest live test key of an account; null if there is none. */
export const findTestKey = ({ keys }: KeyCollections, account: string, now: Date): Promise<Key | null> =>
  keys.findOne({ account, mode: 'test', ...live(now) }, { sort: { created: 1 } });

/** True if a key is active and has not expired. */
export const isLive = ({ active, expires }: Pick<Key, 'active' | 'expires'>, now: Date): boolean =>
  active && (expires === null || expires > now);

/**
 * Checks that a key works.
 *
 * @throws ApiError 403 when it is revoked or has expired
 */
export function requireLive({ active, expires }: Pick<Key, 'active' | 'expires'>, now: Date): void {
  if (!active) throw errors.apiKeyInactive();
  if (expires && expires <= now) throw errors.apiKeyExpired();
}

/**
 * Writes a key that may become live, within the limit of its account.
 *
 * @param replaces id of a key that stops working at once
 * @throws ApiError 409 when the account has as many live keys as it may
 */
export function writeLive<T>(
  { keys, reservations }: KeyCollections & ReservationCollections,
  { account, id }: Pick<Key, 'account' | 'id'>,
  clock: Clock,
  write: () => Promise<T>,
  replaces?: string,
): Promise<T> {
  const most = MOST_LIVE_KEYS;
  const place = {
    ...{ limited: `${account}/keys`, most, id, replaces, clock, refusal: errors.tooManyKeys({ limit: most }) },
    countOthers: (except: string[]) =>
      keys.countDocuments({ account, ...live(clock.now()), id: { $nin: except } }, { limit: most }),
  };
  return writeWithinLimit(reservations, place, write);
}

/**
 * Creates a key for an account. Only the result contains the plain key.
 *
 * @throws ApiError 409 when the account has as many live keys as it may
 */
export async function createKey(
  store: Store,
  order: KeyOptions,
  clock: Clock = systemClock,
): Promise<{ plain: string; key: Key }> {
  const plain = generateKey(order.mode);
  const key = createKeyDocument(plain, order);
  await writeLive(store, key, clock, () => store.keys.insertOne(key));
  return { plain, key };
}

/**
 * Replaces a key by a new one with the same permissions. The old key works until the overlap is over, and counts as a live key until then.
 *
 * @param overlapSeconds time for which the old key still works
 * @returns undefined when there is no such key
 * @throws ApiError 403 when the old key does not work, or is revoked meanwhile
 * @throws ApiError 409 when the account has as many live keys as it may, the key is being replaced already, or it is that of a connected app
 */
export async function replaceKey(
  store: Store,
  id: string,
  overlapSeconds: number,
  clock: Clock,
): Promise<{ plain: string; key: Key } | undefined> {
  const old = await store.keys.findOne({ id });
  if (!old) return undefined;
  const now = clock.now();
  requireLive(old, now);
  // Its app has no secret that it could replace.
  if (old.connection) throw errors.keyOfApp();
  if (old.replaced_by !== undefined || (overlapSeconds > 0 && (await hasPredecessor(store, old, now))))
    throw errors.keyReplaced();
  const { expires, ...order } = old;
  const plain = generateKey(order.mode);
  const key = createKeyDocument(plain, { ...order, ...(expires ? { expires } : {}) });
  const end = new Date(now.getTime() + overlapSeconds * 1_000);
  const until = expires && expires < end ? expires : end;
  const replace = async () => {
    await store.keys.insertOne(key);
    await notifyOfRotation(store, old, key, until, now);
    return endReplaced(store, old, key, until);
  };
  const isReplaced = await writeLive(store, key, clock, replace, overlapSeconds === 0 ? id : undefined);
  if (!isReplaced) {
    requireLive((await store.keys.findOne({ id })) ?? { active: false, expires: null }, clock.now());
    throw errors.keyReplaced();
  }
  return { plain, key };
}

/** True if the key has replaced one that still works. */
const hasPredecessor = async ({ keys }: Store, { account, id }: Key, now: Date): Promise<boolean> =>
  (await keys.findOne({ account, replaced_by: id, ...live(now) })) !== null;

/**
 * Ends a key that was replaced. An earlier expiry stays, and members cannot extend it. If the key was revoked or replaced meanwhile, the
 * new one is revoked, and the result is false.
 */
async function endReplaced({ keys }: Store, old: Key, key: Key, until: Date): Promise<boolean> {
  const { matchedCount } = await keys.updateOne({ id: old.id, active: true, replaced_by: { $exists: false } }, [
    { $set: { expires: { $min: ['$expires', until] }, replaced_by: { $literal: key.id } } },
    { $unset: 'granted_until' },
  ]);
  if (matchedCount > 0) return true;
  await keys.updateOne({ _id: key._id }, { $set: { active: false } });
  return false;
}

/** Writes the event of a rotation before the rotation is complete: one that is interrupted is repeated, and its event is the same. */
async function notifyOfRotation(store: Store, old: Key, key: Key, until: Date, at: Date): Promise<void> {
  const { account, id, name, prefix } = key;
  if (!(await isSubscribed(store, account, keyRotated.name))) return;
  const data = { key: id, name, prefix, replaces: old.id, old_works_until: until.toISOString() };
  await addToOutbox(store, [createMessage(keyRotated, data, { account, at, id })]);
}
