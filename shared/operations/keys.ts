import { errors } from '../contract/errors.js';
import {
  flag,
  instant,
  integer,
  list,
  nullable,
  object,
  optional,
  record,
  text,
  withDefault,
} from '../contract/fields.js';
import { issueKey, rotateKey } from '../keys/keys.js';
import type { Key } from '../store/collections.js';
import { accountId, accountOf } from './accounts.js';
import { operation } from './operation.js';

const fields = {
  key: text(),
  account: text(),
  name: text(),
  prefix: text(),
  scopes: list(text()),
  limits: record(integer()),
  active: flag(),
  expires_at: nullable(instant()),
  created_at: instant(),
};

const issued = object({ ...fields, api_key: text({ description: 'The key itself: it is shown this once' }) });
const scopes = list(text({ maxLength: 100 }), { maxItems: 50, description: 'Groups that it may call; * is all' });
const limits = record(integer({ minimum: 1, maximum: 1_000_000 }));
const keyId = text({ maxLength: 100, description: 'Id of the key (key_…)' });

const rowOf = ({ id, account, name, prefix, scopes: may, limits: own, active, expires, created }: Key) => ({
  key: id,
  account,
  name,
  prefix,
  scopes: may,
  limits: own,
  active,
  expires_at: expires?.toISOString() ?? null,
  created_at: created.toISOString(),
});

export const issue = operation({
  command: 'keys issue',
  method: 'POST',
  path: '/v1/admin/accounts/{account}/keys',
  summary: 'Issue an API key; it is shown this once',
  request: object({
    account: accountId,
    name: withDefault(text({ maxLength: 200 }), 'API key'),
    scopes: withDefault(scopes, ['*']),
    expires_at: optional(instant()),
    limits: optional(limits),
  }),
  response: issued,
  errors: [errors.accountUnknown],
  example: { request: { account: 'example', name: 'Server', scopes: ['vat', 'currency'] } },
  async run({ account, name, scopes: may, expires_at, limits: own }, { store }) {
    await accountOf(store, account);
    const { plain, key } = await issueKey(store, {
      account,
      name,
      scopes: may,
      ...(expires_at === undefined ? {} : { expires: new Date(expires_at) }),
      ...(own === undefined ? {} : { limits: own }),
    });
    return { ...rowOf(key), api_key: plain };
  },
});

export const listKeys = operation({
  command: 'keys list',
  method: 'GET',
  path: '/v1/admin/accounts/{account}/keys',
  summary: 'List the keys of an account',
  request: object({ account: accountId }),
  response: object({ keys: list(object(fields)) }),
  errors: [errors.accountUnknown],
  example: { request: { account: 'example' } },
  async run({ account }, { store }) {
    await accountOf(store, account);
    const keys = await store.keys.find({ account }).sort({ created: 1 }).toArray();
    return { keys: keys.map(rowOf) };
  },
});

export const update = operation({
  command: 'keys update',
  method: 'PATCH',
  path: '/v1/admin/keys/{key}',
  summary: "Change a key's name, scopes, limits or expiry, or switch it on or off",
  request: object({
    key: keyId,
    name: optional(text({ maxLength: 200 })),
    scopes: optional(scopes),
    limits: optional(limits),
    expires_at: optional(instant()),
    active: optional(flag()),
  }),
  response: object(fields),
  errors: [errors.keyUnknown],
  example: { request: { key: 'key_0123456789ab', limits: { vat: 100 } } },
  async run({ key: id, expires_at, ...changes }, { store }) {
    const expires = expires_at === undefined ? {} : { expires: new Date(expires_at) };
    const given = { ...changes, ...expires };
    const key =
      Object.keys(given).length === 0
        ? await store.keys.findOne({ id })
        : await store.keys.findOneAndUpdate({ id }, { $set: given }, { returnDocument: 'after' });
    if (!key) throw errors.keyUnknown({ key: id });
    return rowOf(key);
  },
});

export const rotate = operation({
  command: 'keys rotate',
  method: 'POST',
  path: '/v1/admin/keys/{key}/rotate',
  summary: 'Issue a key in place of another, which works for a while yet',
  request: object({
    key: keyId,
    overlap_seconds: withDefault(
      integer({ minimum: 0, maximum: 90 * 86_400, description: 'For how long the old key still works' }),
      86_400,
    ),
  }),
  response: issued,
  errors: [errors.keyUnknown],
  example: { request: { key: 'key_0123456789ab', overlap_seconds: 3_600 } },
  async run({ key: id, overlap_seconds }, { store, clock }) {
    const rotated = await rotateKey(store, id, overlap_seconds, clock.now());
    if (!rotated) throw errors.keyUnknown({ key: id });
    return { ...rowOf(rotated.key), api_key: rotated.plain };
  },
});

export const revoke = operation({
  command: 'keys revoke',
  method: 'DELETE',
  path: '/v1/admin/keys/{key}',
  summary: 'Revoke a key: every front refuses it within a second',
  request: object({ key: keyId }),
  response: object(fields),
  errors: [errors.keyUnknown],
  example: { request: { key: 'key_0123456789ab' } },
  async run({ key: id }, { store }) {
    const key = await store.keys.findOneAndUpdate({ id }, { $set: { active: false } }, { returnDocument: 'after' });
    if (!key) throw errors.keyUnknown({ key: id });
    return rowOf(key);
  },
});
