import { errors } from '../contract/errors.js';
import {
  instant,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../contract/fields.js';
import { accountSorts, rankAccounts, searchAccounts } from '../figures/rank-accounts.js';
import { balance, toCredits } from '../ledger/amounts.js';
import type { Account, Collections } from '../store/collections.js';
import { operation } from './operation.js';

export const rankedAccounts = operation({
  command: 'accounts rank',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/ranked-accounts',
  summary: 'Find accounts by the beginning of their id or name, or all sorted by what they have and do',
  request: object({
    search: optional(
      text({ maxLength: 200, description: 'What the id or the name begins with; then nothing is sorted' }),
    ),
    sort: withDefault(oneOf(accountSorts), 'newest'),
    order: withDefault(oneOf(['highest', 'lowest']), 'highest'),
    limit: withDefault(integer({ minimum: 1, maximum: 200 }), 50),
    after: optional(text({ maxLength: 200, description: 'The `next` of a page' })),
    before: optional(text({ maxLength: 200, description: 'The `previous` of a page' })),
  }),
  response: object({
    accounts: list(
      object({
        account: text(),
        name: text(),
        created_at: instant(),
        balance: number({ description: 'Credits, now' }),
        spent: number({ description: 'Credits, in the last 30 days' }),
        calls: integer({ description: 'In the last 30 days' }),
        errors: integer({ description: 'Calls answered with 4xx or 5xx in the last 30 days' }),
        last_call_at: nullable(instant()),
      }),
    ),
    previous: nullable(text()),
    next: nullable(text()),
  }),
  errors: [errors.cursorInvalid],
  example: { request: { sort: 'spent', limit: 10 } },
  async run({ search, ...query }, { store, clock }) {
    const { accounts, previous, next } =
      search === undefined
        ? await rankAccounts(store, query)
        : { accounts: await searchAccounts(store, search, query.limit), previous: null, next: null };
    return { accounts: await withFigures(store, accounts, clock.now()), previous, next };
  },
});

/** What is known of accounts: balances are read anew, other figures are some minutes old. */
async function withFigures({ wallets, accountFigures }: Collections, accounts: readonly Account[], now: Date) {
  const these = { _id: { $in: accounts.map(({ _id }) => _id) } };
  const [found, figures] = await Promise.all([
    wallets.find(these, { projection: { lots: 1 } }).toArray(),
    accountFigures.find(these).toArray(),
  ]);
  const lots = new Map(found.map(({ _id, lots }) => [_id, lots]));
  const known = new Map(figures.map((one) => [one._id, one]));
  return accounts.map(({ _id, name, created }) => {
    const { spent = 0, calls = 0, errors: failed = 0, last } = known.get(_id) ?? {};
    return {
      account: _id,
      name,
      created_at: created.toISOString(),
      balance: toCredits(balance(lots.get(_id) ?? [], now)),
      spent: toCredits(spent),
      calls,
      errors: failed,
      last_call_at: last && last.getTime() > 0 ? last.toISOString() : null,
    };
  });
}
