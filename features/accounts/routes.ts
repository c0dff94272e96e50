import { computeBalance, toCredits } from '../../shared/contract/amounts.js';
import { MOST_LOTS_LISTED } from '../../shared/contract/bounds.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import {
  flag,
  instant,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  record,
  text,
} from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import { budgetFields, describeBudget } from '../../shared/ledger/budget.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import { sumOwed } from '../../shared/ledger/debts.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Quota } from '../../shared/storage/quota.js';
import type { CursorCollections } from '../../shared/store/cursors.js';
import { type AlertCollections, thresholdFields, toThresholds } from '../alerts/index.js';
import { findLimit, type Key, keyModes, modeOf, opensEndpoint } from '../keys/index.js';
import type { MemberCollections } from '../members/index.js';
import { readUsageReport, usageRequest, usageResponse } from '../usage/index.js';
import { accountRoute, type Caller } from '../web/index.js';

type Store = Pick<AlertCollections, 'watches'> &
  CursorCollections &
  Pick<LedgerCollections, 'usage' | 'usageHourly' | 'wallets'> &
  Pick<MemberCollections, 'accounts'>;

interface AccountRouteContext {
  readonly clock: Clock;
  readonly key: Key;
  /** Endpoints that this platform offers. */
  readonly offered: readonly Endpoint[];
  readonly quota: Quota;
  readonly store: Store;
}

export const readAccount = accountRoute(
  route({
    name: 'account',
    title: 'Get the account',
    method: 'GET',
    path: '/v1/account',
    scope: 'account:read',
    forTestKeys: true,
    summary: 'Returns the balance of the account, its purchases with their expiry, and the key of the request',
    request: object({}),
    response: object({
      account: text(),
      name: text(),
      balance: number({ description: 'Available credits' }),
      held: number({ description: 'Credits held for requests in progress' }),
      owed: number({
        description: 'Credits that were spent but whose payment was returned; the next purchase covers them',
      }),
      ...thresholdFields,
      storage: object({
        bytes_used: integer({
          description: 'Storage in use, in bytes: saved images, hosted pages with their photos, and stored responses',
        }),
        bytes_limit: integer({ description: 'Storage limit in bytes' }),
      }),
      lots: list(
        object({
          id: text(),
          bought_at: instant(),
          expires_at: instant(),
          credits_left: number(),
          groups: nullable(list(text())),
        }),
        {
          description: `Purchases in the order in which they are spent, at most ${MOST_LOTS_LISTED}; those with groups pay only for these`,
        },
      ),
      key: object({
        id: text(),
        name: text(),
        mode: oneOf(keyModes, { description: 'test keys return example responses free of charge' }),
        prefix: text({ description: 'First characters of the key' }),
        scopes: list(text()),
        ip_ranges: list(text(), { description: 'IP addresses and networks from which the key works; empty for any' }),
        ...budgetFields,
        active: flag(),
        expires_at: nullable(instant({ description: 'Expiry of the key; null if it never expires' })),
      }),
      limits: record(integer({ description: 'Requests per second in a group' })),
    }),
    example: { request: {} },
  }),
  async (_, { store, clock, quota, key, offered }: AccountRouteContext & Caller) => {
    const owner = await store.accounts.findOne({ _id: key.account });
    const wallet = await store.wallets.findOne({ _id: key.account });
    const now = clock.now();
    const lots = (wallet?.lots ?? []).filter((lot) => lot.expires > now);
    return {
      account: key.account,
      name: owner?.name ?? key.account,
      balance: toCredits(computeBalance(lots, now)),
      held: toCredits((wallet?.open ?? []).reduce((total, hold) => total + hold.cost, 0)),
      owed: toCredits(sumOwed(wallet)),
      ...toThresholds(wallet?.low, await store.watches.findOne({ _id: key.account })),
      storage: { bytes_used: await quota.used(key.account), bytes_limit: quota.limit },
      lots: lots.slice(0, MOST_LOTS_LISTED).map(({ id, bought, expires, left, groups }) => ({
        id,
        bought_at: bought.toISOString(),
        expires_at: expires.toISOString(),
        credits_left: toCredits(left),
        groups: groups ?? null,
      })),
      key: {
        id: key.id,
        name: key.name,
        mode: modeOf(key),
        prefix: key.prefix,
        scopes: key.scopes,
        ip_ranges: key.ip_ranges ?? [],
        ...describeBudget(key, wallet?.budgets, now),
        active: key.active,
        expires_at: key.expires?.toISOString() ?? null,
      },
      limits: listLimits(key, offered),
    };
  },
);

/** Returns the requests per second that a key may send, by group. */
const listLimits = (key: Key, offered: readonly Endpoint[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(offered.filter((endpoint) => opensEndpoint(key.scopes, endpoint)).map(({ group }) => group))].map(
      ({ id, ratePerSecond }) => [id, findLimit(key, id, ratePerSecond)],
    ),
  );

export const readUsage = accountRoute(
  route({
    name: 'usage',
    title: 'Get usage',
    method: 'GET',
    path: '/v1/usage',
    scope: 'account:read',
    summary: 'Returns the calls, credits and statuses of the account by day, endpoint or key',
    request: object(usageRequest),
    response: usageResponse,
    example: { request: { group_by: 'endpoint' } },
  }),
  (input, { store, clock, key }: AccountRouteContext & Caller) =>
    readUsageReport(store, key.account, input, clock.now()),
);
