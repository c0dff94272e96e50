import { isDeepStrictEqual } from 'node:util';
import type { Filter } from 'mongodb';
import type { Static } from 'typebox';
import { MOST_IP_RANGES, MOST_SCOPES } from '../../shared/contract/bounds.js';
import { MOST_CREDITS, parseCredits } from '../../shared/contract/credits-input.js';
import { errors } from '../../shared/contract/errors.js';
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
} from '../../shared/contract/fields.js';
import { budgetFields, describeBudget } from '../../shared/ledger/budget.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Wallet } from '../../shared/ledger/documents.js';
import { paged, readPage } from '../../shared/store/page.js';
import type { ReservationCollections } from '../../shared/store/reservations.js';
import { type AlertCollections, notifyOfBudget } from '../alerts/index.js';
import { accountId, type MemberCollections, requireAccount, requireOpenAccount } from '../members/index.js';
import { type OperationContext, operation, type SubjectKind } from '../operators/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import type { Connection, Key, KeyCollections } from './collections.js';
import { createKey, keyModes, live, modeOf, replaceKey, requireLive, writeLive } from './keys.js';
import { applyMemberLimits, checkLimits, findLatestExpiry } from './limits.js';
import { checkScopes } from './scopes.js';

type Store = Pick<AlertCollections, 'alerts'> &
  KeyCollections &
  Pick<LedgerCollections, 'wallets'> &
  Pick<MemberCollections, 'accounts'> &
  ReservationCollections &
  Pick<WebhookCollections, 'messages'>;

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

const issued = object({ ...fields, api_key: text({ description: 'The key itself, shown only once' }) });
const scopes = list(text({ maxLength: 100 }), {
  maxItems: MOST_SCOPES,
  description:
    'Ids of groups and endpoints that the key may call, and service scopes (account:read, billing, webhooks, pages, keys); * is all except billing and keys',
});
const ipRanges = list(ipRange(), {
  maxItems: MOST_IP_RANGES,
  description: 'IP addresses and networks (CIDR) from which the key works; empty for any',
});
const createBudgetField = (period: string) =>
  number({
    minimum: 0,
    maximum: MOST_CREDITS,
    description: `Budget of the key per ${period} (UTC), in credits; 0 is no limit`,
  });
const budgets = {
  budget_per_day: optional(createBudgetField('day')),
  budget_per_month: optional(createBudgetField('month')),
};
const limits = {
  ...record(integer({ minimum: 1, maximum: 1_000_000 })),
  description: 'Requests per second by group; `*` is all groups; mcp, test and service are not groups of endpoints',
};
const keyId = text({ maxLength: 100, description: 'Id of the key (key_…)' });

export const keySubject: SubjectKind = {
  type: 'key',
  async read({ keys }: KeyCollections, id) {
    const key = await keys.findOne({ id });
    if (!key) return null;
    const successor = key.replaced_by === undefined ? null : await keys.findOne({ id: key.replaced_by });
    return {
      account: key.account,
      state: { ...omitHash(key), ...(successor && { successor: omitHash(successor) }) },
    };
  },
};

const omitHash = ({ _id, ...key }: Key) => key;

const mutates = { subject: keySubject, id: ({ key }: { key: string }) => key };

/** Converts a key to a row of a response. @param spending what the keys of its account have spent of their budgets */
const toRow = (key: Key, spending: Wallet['budgets'], now: Date) => ({
  key: key.id,
  account: key.account,
  name: key.name,
  mode: modeOf(key),
  prefix: key.prefix,
  scopes: key.scopes,
  ip_ranges: key.ip_ranges ?? [],
  ...describeBudget(key, spending, now),
  limits: key.limits,
  active: key.active,
  expires_at: key.expires?.toISOString() ?? null,
  created_at: key.created.toISOString(),
});

/** @throws ApiError 404 */
async function findAccountOfKey({ keys }: KeyCollections, id: string): Promise<string> {
  const key = await keys.findOne({ id }, { projection: { account: 1 } });
  if (!key) throw errors.keyUnknown({ key: id });
  return key.account;
}

/** Reads what the keys of an account have spent of their budgets. */
async function readSpending(
  { wallets }: Pick<LedgerCollections, 'wallets'>,
  account: string,
): Promise<Wallet['budgets']> {
  const wallet = await wallets.findOne({ _id: account }, { projection: { budgets: 1 } });
  return wallet?.budgets;
}

/** Converts budgets to micro-credits, those that are given. */
const toMicroBudgets = (given: { budget_per_day?: number; budget_per_month?: number }) => ({
  ...(given.budget_per_day === undefined
    ? {}
    : { budget_per_day: parseCredits(given.budget_per_day, 'budget_per_day') }),
  ...(given.budget_per_month === undefined
    ? {}
    : { budget_per_month: parseCredits(given.budget_per_month, 'budget_per_month') }),
});

const issueRequest = object({
  account: accountId,
  name: withDefault(text({ maxLength: 200 }), 'API key'),
  mode: withDefault(
    oneOf(keyModes, { description: 'live for real requests, test for example responses free of charge' }),
    'live',
  ),
  scopes: withDefault(scopes, ['*']),
  ip_ranges: withDefault(ipRanges, []),
  ...budgets,
  expires_at: optional(instant()),
  limits: optional(limits),
});

type IssueRequest = Static<typeof issueRequest>;

export const issueKey = operation({
  command: 'keys issue',
  method: 'POST',
  path: '/v1/admin/accounts/{account}/keys',
  returnsSecret: true,
  summary: 'Create an API key, which is shown only once',
  role: 'support',
  request: issueRequest,
  response: issued,
  errors: [
    errors.accountUnknown,
    errors.accountIsClosed,
    errors.accountSuspended,
    errors.scopeUnknown,
    errors.limitGroupUnknown,
    errors.tooManyKeys,
  ],
  example: {
    request: {
      account: 'example',
      name: 'Server',
      scopes: ['vat', 'qr-code/generate'],
      ip_ranges: ['203.0.113.0/24'],
      budget_per_day: 5,
    },
  },
  mutates: { subject: keySubject, id: (_, answer) => answer?.key },
  run: (request, context: OperationContext<Store>) => issueFor(request, context),
});

/** Issues a key to a member, who may extend its expiry later, since no operator has set it. */
export const issueKeyToMember = (request: IssueRequest, context: OperationContext<Store>) =>
  issueFor(request, context, { granted_until: null });

async function issueFor(
  { account, name, mode, scopes: requested, ip_ranges, expires_at, limits: own, ...given }: IssueRequest,
  { store, clock }: OperationContext<Store>,
  toMember?: { granted_until: null },
) {
  checkScopes(requested);
  checkLimits(own ?? {});
  await requireOpenAccount(store, account);
  const options = {
    ...{ account, name, mode, scopes: requested, ip_ranges, ...toMember },
    ...toMicroBudgets(given),
    ...(expires_at === undefined ? {} : { expires: new Date(expires_at) }),
    ...(own === undefined ? {} : { limits: own }),
  };
  const { plain, key } = await createKey(store, options, clock);
  return { ...toRow(key, undefined, clock.now()), api_key: plain };
}

/**
 * Creates the key of an app that a member connects. Its secret is discarded, since the app has access tokens.
 *
 * @throws ApiError as `keys issue`
 */
export async function issueKeyToApp(
  order: Pick<Key, 'account' | 'name' | 'scopes'> & {
    budget_per_month: number;
    expires: Date;
    connection: Connection;
  },
  { store, clock }: OperationContext<Store>,
): Promise<Key> {
  checkScopes(order.scopes);
  await requireOpenAccount(store, order.account);
  const { key } = await createKey(store, { ...order, ...toMicroBudgets(order), granted_until: null }, clock);
  return key;
}

export const listKeys = operation({
  command: 'keys list',
  method: 'GET',
  path: '/v1/admin/accounts/{account}/keys',
  summary: 'List the keys of an account, oldest first',
  role: 'viewer',
  request: object({
    account: accountId,
    state: optional(oneOf(['live', 'ended'], { description: 'Only keys that work, or only keys that have ended' })),
    ...paged,
  }),
  response: object({ keys: list(object(fields)), next: nullable(text()) }),
  errors: [errors.accountUnknown, errors.cursorInvalid],
  example: { request: { account: 'example' } },
  async run({ account, state, ...page }, { store, clock }: OperationContext<Store>) {
    await requireAccount(store, account);
    const now = clock.now();
    const which: Filter<Key> = state === undefined ? {} : state === 'live' ? live(now) : { $nor: [live(now)] };
    const { rows, next } = await readPage(store.keys, { account, ...which }, { by: 'created', id: 'id' }, page);
    const spending = await readSpending(store, account);
    return { keys: rows.map((key) => toRow(key, spending, now)), next };
  },
});

/** Streams all keys of an account, the oldest first. */
export async function* streamKeys({ store, clock }: OperationContext<Store>, account: string) {
  const spending = await readSpending(store, account);
  const sort = { created: 1, id: 1 } as const;
  for await (const key of store.keys.find({ account }, { sort })) yield toRow(key, spending, clock.now());
}

/**
 * Finds a key, of one account or of any.
 *
 * @throws ApiError 404
 */
export async function findKey({ store, clock }: OperationContext<Store>, id: string, account?: string) {
  const key = await store.keys.findOne({ id, ...(account !== undefined && { account }) });
  if (!key) throw errors.keyUnknown({ key: id });
  return { key, row: toRow(key, await readSpending(store, key.account), clock.now()) };
}

const changeRequest = object({
  key: keyId,
  name: optional(text({ maxLength: 200 })),
  scopes: optional(scopes),
  ip_ranges: optional(ipRanges),
  ...budgets,
  limits: optional(limits),
  expires_at: optional(instantOrNever({ description: 'Expiry of the key; `never` removes it' })),
  active: optional(flag()),
});

type KeyChange = Static<typeof changeRequest>;

export const updateKey = operation({
  command: 'keys update',
  method: 'PATCH',
  path: '/v1/admin/keys/{key}',
  summary: 'Change the name, permissions or expiry of a key, or switch it on or off',
  role: 'support',
  request: changeRequest,
  response: object(fields),
  errors: [
    errors.keyUnknown,
    errors.accountIsClosed,
    errors.accountSuspended,
    errors.scopeUnknown,
    errors.limitGroupUnknown,
    errors.tooManyKeys,
  ],
  example: { request: { key: 'key_0123456789ab', limits: { vat: 100 }, budget_per_month: 100 } },
  mutates,
  run: (changes, context: OperationContext<Store>) => changeKey(changes, context),
});

/**
 * Changes a key for a member. What operators have granted is stored separately, so that a member who lowers a limit can raise it again, and
 * one who brings an expiry forward can extend it again.
 *
 * @param before the key as it was shown to the member
 * @throws ApiError 403 when it does not work: members cannot revive a key
 * @throws ApiError 409 when its limits or expiry were changed meanwhile, and what `keys update` throws
 */
export async function changeKeyByMember(
  before: Key,
  { limits: requested, ...changes }: KeyChange,
  context: OperationContext<Store>,
) {
  requireLive(before, context.clock.now());
  const { limits, granted } = applyMemberLimits(before, requested ?? {});
  const isLimited = !isDeepStrictEqual(limits, before.limits);
  const isExpirySet = changes.expires_at !== undefined;
  return changeKey({ ...changes, ...(isLimited && { limits }) }, context, {
    granted: {
      ...(isLimited && granted && { granted }),
      ...(isExpirySet && { granted_until: findLatestExpiry(before) }),
    },
    expected: { ...(isLimited && { limits: before.limits }), ...(isExpirySet && sameExpiry(before)) },
  });
}

/** Filter of a key whose expiry has not been changed, and for which no operator has set another. */
const sameExpiry = ({ expires, granted_until }: Key): Filter<Key> => ({
  expires,
  granted_until: granted_until === null ? { $type: 'null' } : (granted_until ?? { $exists: false }),
});

/**
 * Changes a key.
 *
 * @param byMember what operators have granted, and what the key must still have
 */
async function changeKey(
  request: KeyChange,
  context: OperationContext<Store>,
  byMember?: { granted: Pick<Key, 'granted' | 'granted_until'>; expected: Filter<Key> },
): Promise<ReturnType<typeof toRow>> {
  const { key: id, expires_at, limits: own, active, ...changes } = request;
  const { store, clock } = context;
  checkScopes(changes.scopes ?? []);
  checkLimits(own ?? {});
  const now = clock.now();
  const before = await store.keys.findOne({ id });
  if (!before) throw errors.keyUnknown({ key: id });
  await requireOpenAccount(store, before.account);
  const expires = expires_at === undefined ? undefined : expires_at === NEVER ? null : new Date(expires_at);
  const set = {
    ...changes,
    ...toMicroBudgets(changes),
    ...(own !== undefined && { limits: own }),
    ...(expires !== undefined && { expires }),
    // A key that is active stays so, unless it is revoked at the same time.
    ...(active !== undefined && active !== before.active && { active }),
    ...byMember?.granted,
  };
  // Members may go back up to what an operator sets.
  const unset = {
    ...(own !== undefined && { granted: true as const }),
    ...(expires !== undefined && { granted_until: true as const }),
  };
  const change = () =>
    store.keys.findOneAndUpdate(
      { id, ...(expires !== undefined && { expires: before.expires }), ...byMember?.expected },
      { $set: set, ...(!byMember && Object.keys(unset).length > 0 && { $unset: unset }) },
      { returnDocument: 'after' },
    );
  const isProlonged = active !== false && (set.active || (expires !== undefined && isLater(expires, before.expires)));
  const isSame = Object.keys(set).length === 0;
  const key = isSame ? before : isProlonged ? await writeLive(store, before, clock, change) : await change();
  if (!key && byMember) throw errors.keyChanged();
  // Its expiry was changed at the same time.
  if (!key) return changeKey(request, context);
  const spending = await readSpending(store, key.account);
  // If the new budget is spent already, the next call that would notify of it may be far away.
  if (changes.budget_per_day !== undefined || changes.budget_per_month !== undefined)
    await notifyOfBudget(store, key, spending, now);
  return toRow(key, spending, now);
}

/** True if an expiry is later than another; null is never. */
const isLater = (one: Date | null, other: Date | null): boolean => other !== null && (one === null || one > other);

export const rotateKey = operation({
  command: 'keys rotate',
  method: 'POST',
  path: '/v1/admin/keys/{key}/rotate',
  returnsSecret: true,
  summary: 'Replace a key with a new one; the old key keeps working for a while',
  role: 'support',
  request: object({
    key: keyId,
    overlap_seconds: withDefault(
      integer({
        minimum: 0,
        maximum: 90 * 86_400,
        description: 'Time for which the old key keeps working, in seconds',
      }),
      86_400,
    ),
  }),
  response: issued,
  errors: [
    errors.keyUnknown,
    errors.accountIsClosed,
    errors.accountSuspended,
    errors.apiKeyInactive,
    errors.apiKeyExpired,
    errors.keyReplaced,
    errors.keyOfApp,
    errors.tooManyKeys,
  ],
  example: { request: { key: 'key_0123456789ab', overlap_seconds: 3_600 } },
  mutates,
  async run({ key: id, overlap_seconds }, { store, clock }: OperationContext<Store>) {
    await requireOpenAccount(store, await findAccountOfKey(store, id));
    const rotated = await replaceKey(store, id, overlap_seconds, clock);
    if (!rotated) throw errors.keyUnknown({ key: id });
    return { ...toRow(rotated.key, undefined, clock.now()), api_key: rotated.plain };
  },
});

export const revokeKey = operation({
  command: 'keys revoke',
  method: 'DELETE',
  path: '/v1/admin/keys/{key}',
  summary: 'Revoke a key; it stops working within a second',
  role: 'support',
  request: object({ key: keyId }),
  response: object(fields),
  errors: [errors.keyUnknown],
  example: { request: { key: 'key_0123456789ab' } },
  mutates,
  async run({ key: id }, { store, clock }: OperationContext<Store>) {
    const key = await store.keys.findOneAndUpdate({ id }, { $set: { active: false } }, { returnDocument: 'after' });
    if (!key) throw errors.keyUnknown({ key: id });
    return toRow(key, await readSpending(store, key.account), clock.now());
  },
});
