import { tellOfBudget } from '../alerts/budget-alerts.js';
import { MOST_IP_RANGES, MOST_SCOPES } from '../contract/bounds.js';
import { errors } from '../contract/errors.js';
import {
  flag,
  instant,
  instantOrNever,
  integer,
  ipRange,
  list,
  NEVER,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  text,
  withDefault,
} from '../contract/fields.js';
import { budgetFields, budgetOf, budgetsOf } from '../keys/budget.js';
import { issueKey, keyModes, modeOf, rotateKey } from '../keys/keys.js';
import { checkScopes } from '../keys/scopes.js';
import type { Wallet } from '../ledger/documents.js';
import type { Collections, Key } from '../store/collections.js';
import { accountId, accountOf, MOST_CREDITS, microOf, requireOpenAccount } from './accounts.js';
import { operation } from './operation.js';
import { keySubject } from './subjects.js';

const fields = {
  key: text(),
  account: text(),
  name: text(),
  mode: oneOf(keyModes),
  prefix: text(),
  scopes: list(text()),
  ip_ranges: list(text()),
  ...budgetFields,
  limits: record(integer()),
  active: flag(),
  expires_at: nullable(instant()),
  created_at: instant(),
};

const issued = object({ ...fields, api_key: text({ description: 'The key itself: it is shown this once' }) });
const scopes = list(text({ maxLength: 100 }), {
  maxItems: MOST_SCOPES,
  description:
    'Ids of groups and endpoints that it may call, and service scopes (account:read, billing, webhooks, pages, keys); * is all but billing and keys',
});
const ipRanges = list(ipRange(), {
  maxItems: MOST_IP_RANGES,
  description: 'Addresses and networks (CIDR) that it may be used from; anywhere when there are none',
});
const budgetPer = (period: string) =>
  number({
    minimum: 0,
    maximum: MOST_CREDITS,
    description: `Credits that it may spend in a ${period} (UTC); 0 is no limit`,
  });
const budgets = { budget_per_day: optional(budgetPer('day')), budget_per_month: optional(budgetPer('month')) };
const limits = record(integer({ minimum: 1, maximum: 1_000_000 }));
const keyId = text({ maxLength: 100, description: 'Id of the key (key_…)' });

const mutates = { subject: keySubject, id: ({ key }: { key: string }) => key };

/** A key as operators see it. */
const rowOf = (key: Key, noted: Wallet['budgets'], now: Date) => ({
  key: key.id,
  account: key.account,
  name: key.name,
  mode: modeOf(key),
  prefix: key.prefix,
  scopes: key.scopes,
  ip_ranges: key.ip_ranges ?? [],
  ...budgetOf(key, noted, now),
  limits: key.limits,
  active: key.active,
  expires_at: key.expires?.toISOString() ?? null,
  created_at: key.created.toISOString(),
});

/** @throws ApiError 404 */
async function accountOfKey({ keys }: Pick<Collections, 'keys'>, id: string): Promise<string> {
  const key = await keys.findOne({ id }, { projection: { account: 1 } });
  if (!key) throw errors.keyUnknown({ key: id });
  return key.account;
}

/** What the keys of an account have spent of their budgets. */
async function spendingIn({ wallets }: Pick<Collections, 'wallets'>, account: string): Promise<Wallet['budgets']> {
  return budgetsOf(await wallets.findOne({ _id: account }, { projection: { budgets: 1, leased: 1 } }));
}

/** The budgets that are given, in micro-credits. */
const microBudgets = (given: { budget_per_day?: number; budget_per_month?: number }) => ({
  ...(given.budget_per_day === undefined ? {} : { budget_per_day: microOf(given.budget_per_day, 'budget_per_day') }),
  ...(given.budget_per_month === undefined
    ? {}
    : { budget_per_month: microOf(given.budget_per_month, 'budget_per_month') }),
});

export const issue = operation({
  command: 'keys issue',
  method: 'POST',
  path: '/v1/admin/accounts/{account}/keys',
  summary: 'Issue an API key; it is shown this once',
  role: 'support',
  request: object({
    account: accountId,
    name: withDefault(text({ maxLength: 200 }), 'API key'),
    mode: withDefault(
      oneOf(keyModes, { description: 'What it is for: calls, or trying them out, answered with examples and free' }),
      'live',
    ),
    scopes: withDefault(scopes, ['*']),
    ip_ranges: withDefault(ipRanges, []),
    ...budgets,
    expires_at: optional(instant()),
    limits: optional(limits),
  }),
  response: issued,
  errors: [errors.accountUnknown, errors.accountIsClosed, errors.accountSuspended, errors.scopeUnknown],
  example: {
    request: {
      account: 'example',
      name: 'Server',
      scopes: ['vat', 'currency/convert'],
      ip_ranges: ['203.0.113.0/24'],
      budget_per_day: 5,
    },
  },
  mutates: { subject: keySubject, id: (_, answer) => answer?.key },
  async run({ account, name, mode, scopes: may, ip_ranges, expires_at, limits: own, ...given }, { store, clock }) {
    checkScopes(may);
    await requireOpenAccount(store, account);
    const { plain, key } = await issueKey(store, {
      account,
      name,
      mode,
      scopes: may,
      ip_ranges,
      ...microBudgets(given),
      ...(expires_at === undefined ? {} : { expires: new Date(expires_at) }),
      ...(own === undefined ? {} : { limits: own }),
    });
    return { ...rowOf(key, undefined, clock.now()), api_key: plain };
  },
});

export const listKeys = operation({
  command: 'keys list',
  method: 'GET',
  path: '/v1/admin/accounts/{account}/keys',
  summary: 'List the keys of an account',
  role: 'viewer',
  request: object({ account: accountId }),
  response: object({ keys: list(object(fields)) }),
  errors: [errors.accountUnknown],
  example: { request: { account: 'example' } },
  async run({ account }, { store, clock }) {
    await accountOf(store, account);
    const keys = await store.keys.find({ account }).sort({ created: 1 }).toArray();
    const noted = await spendingIn(store, account);
    return { keys: keys.map((key) => rowOf(key, noted, clock.now())) };
  },
});

export const update = operation({
  command: 'keys update',
  method: 'PATCH',
  path: '/v1/admin/keys/{key}',
  summary: "Change a key's name, what it may, or its expiry, or switch it on or off",
  role: 'support',
  request: object({
    key: keyId,
    name: optional(text({ maxLength: 200 })),
    scopes: optional(scopes),
    ip_ranges: optional(ipRanges),
    ...budgets,
    limits: optional(limits),
    expires_at: optional(instantOrNever({ description: 'When it stops working; `never` takes that away' })),
    active: optional(flag()),
  }),
  response: object(fields),
  errors: [errors.keyUnknown, errors.accountIsClosed, errors.accountSuspended, errors.scopeUnknown],
  example: { request: { key: 'key_0123456789ab', limits: { vat: 100 }, budget_per_month: 100 } },
  mutates,
  async run({ key: id, expires_at, ...changes }, { store, clock }) {
    checkScopes(changes.scopes ?? []);
    await requireOpenAccount(store, await accountOfKey(store, id));
    const expires = expires_at === undefined ? {} : { expires: expires_at === NEVER ? null : new Date(expires_at) };
    const given = { ...changes, ...microBudgets(changes), ...expires };
    const key =
      Object.keys(given).length === 0
        ? await store.keys.findOne({ id })
        : await store.keys.findOneAndUpdate({ id }, { $set: given }, { returnDocument: 'after' });
    if (!key) throw errors.keyUnknown({ key: id });
    const noted = await spendingIn(store, key.account);
    // Of a budget that is spent already no call may tell for long.
    if (changes.budget_per_day !== undefined || changes.budget_per_month !== undefined)
      await tellOfBudget(store, key, noted, clock.now());
    return rowOf(key, noted, clock.now());
  },
});

export const rotate = operation({
  command: 'keys rotate',
  method: 'POST',
  path: '/v1/admin/keys/{key}/rotate',
  summary: 'Issue a key in place of another, which works for a while yet',
  role: 'support',
  request: object({
    key: keyId,
    overlap_seconds: withDefault(
      integer({ minimum: 0, maximum: 90 * 86_400, description: 'For how long the old key still works' }),
      86_400,
    ),
  }),
  response: issued,
  errors: [errors.keyUnknown, errors.accountIsClosed, errors.accountSuspended, errors.apiKeyInactive],
  example: { request: { key: 'key_0123456789ab', overlap_seconds: 3_600 } },
  mutates,
  async run({ key: id, overlap_seconds }, { store, clock }) {
    await requireOpenAccount(store, await accountOfKey(store, id));
    const rotated = await rotateKey(store, id, overlap_seconds, clock.now());
    if (!rotated) throw errors.keyUnknown({ key: id });
    return { ...rowOf(rotated.key, undefined, clock.now()), api_key: rotated.plain };
  },
});

export const revoke = operation({
  command: 'keys revoke',
  method: 'DELETE',
  path: '/v1/admin/keys/{key}',
  summary: 'Revoke a key: every front refuses it within a second',
  role: 'support',
  request: object({ key: keyId }),
  response: object(fields),
  errors: [errors.keyUnknown],
  example: { request: { key: 'key_0123456789ab' } },
  mutates,
  async run({ key: id }, { store, clock }) {
    const key = await store.keys.findOneAndUpdate({ id }, { $set: { active: false } }, { returnDocument: 'after' });
    if (!key) throw errors.keyUnknown({ key: id });
    return rowOf(key, await spendingIn(store, key.account), clock.now());
  },
});
