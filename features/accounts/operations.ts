import { nanoid } from 'nanoid';
import { balance, toCredits } from '../../shared/contract/amounts.js';
import { MOST_LOTS_LISTED } from '../../shared/contract/bounds.js';
import { MOST_CREDITS, parseCredits } from '../../shared/contract/credits-input.js';
import { errors, invalidInput } from '../../shared/contract/errors.js';
import {
  flag,
  instant,
  integer,
  list,
  nullable,
  number,
  object,
  optional,
  text,
  withDefault,
} from '../../shared/contract/fields.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import { sumOwed, sumSettledDebts } from '../../shared/ledger/debts.js';
import type { Payment } from '../../shared/ledger/documents.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { type PageQuery, paged, readPage } from '../../shared/store/page.js';
import { type AlertCollections, checkBalance } from '../alerts/index.js';
import {
  type Account,
  accountId,
  findOwner,
  type MemberCollections,
  noFigures,
  requireAccount,
  requireNotClosed,
} from '../members/index.js';
import { type OperationContext, operation } from '../operators/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import { stateFields, toStateFields } from './lifecycle.js';
import { accountSubject, paymentSubject } from './subjects.js';

type Store = Pick<AlertCollections, 'alerts'> &
  Pick<LedgerCollections, 'payments' | 'wallets'> &
  Pick<MemberCollections, 'accounts' | 'members'> &
  Pick<WebhookCollections, 'messages'>;

/** Schema of a new account's id. It is a segment of paths, so it must not begin with a dot. */
const newAccountId = text({
  maxLength: 100,
  pattern: '^[A-Za-z0-9][\\w.-]*$',
  shape: 'letters, digits, dots and dashes, with a letter or digit first',
  description: 'Its id; by default made up',
});

const accountRow = object({ account: text(), name: text(), created_at: instant() });

const toRow = ({ _id, name, created }: Account) => ({ account: _id, name, created_at: created.toISOString() });

export const createAccount = operation({
  command: 'accounts create',
  method: 'POST',
  path: '/v1/admin/accounts',
  summary: 'Open an account',
  role: 'support',
  request: object({
    name: text({ maxLength: 200 }),
    account: optional(newAccountId),
  }),
  response: accountRow,
  errors: [errors.accountExists],
  example: { request: { name: 'Example Ltd', account: 'example' } },
  mutates: { subject: accountSubject, id: ({ account }, answer) => account ?? answer?.account },
  async run({ name, account = `acc_${nanoid(12)}` }, { store, clock }: OperationContext<Store>) {
    const created = clock.now();
    // Without sort values the account would be missing from sorted lists until the scheduler writes them.
    const { upsertedCount } = await store.accounts.updateOne(
      { _id: account },
      { $setOnInsert: { name, created, figures: noFigures } },
      { upsert: true },
    );
    if (upsertedCount === 0) throw errors.accountExists({ account });
    return toRow({ _id: account, name, created });
  },
});

export const listAccounts = operation({
  command: 'accounts list',
  method: 'GET',
  path: '/v1/admin/accounts',
  summary: 'List accounts, a page at a time',
  role: 'viewer',
  request: object({
    limit: withDefault(integer({ minimum: 1, maximum: 500 }), 100),
    after: optional(text({ description: 'The `next` of the page before' })),
  }),
  response: object({ accounts: list(accountRow), next: nullable(text()) }),
  example: { request: {} },
  async run({ limit, after }, { store }: OperationContext<Store>) {
    const found = await store.accounts
      .find(after === undefined ? {} : { _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(limit + 1)
      .toArray();
    const page = found.slice(0, limit);
    return { accounts: page.map(toRow), next: found.length > limit ? (page.at(-1)?._id ?? null) : null };
  },
});

const credits = number();

export const showAccount = operation({
  command: 'accounts show',
  method: 'GET',
  path: '/v1/admin/accounts/{account}',
  summary: 'Show an account and its wallet',
  role: 'viewer',
  request: object({ account: accountId }),
  response: object({
    account: text(),
    name: text(),
    created_at: instant(),
    owner: nullable(text({ description: 'Email address of the member who owns it' })),
    ...stateFields,
    balance: credits,
    held: credits,
    bought: credits,
    spent: credits,
    refunded: credits,
    expired: credits,
    reversed: { ...credits, description: 'Taken back, as their money went back to the payer' },
    owed: {
      ...credits,
      description: 'Still to be taken back, from the next purchase: spent, or held, when the money went',
    },
    lots: list(object({ id: text(), bought_at: instant(), expires_at: instant(), credits_left: credits }), {
      description: `Those that are spent first, at most ${MOST_LOTS_LISTED}`,
    }),
  }),
  errors: [errors.accountUnknown],
  example: { request: { account: 'example' } },
  async run({ account }, { store, clock }: OperationContext<Store>) {
    const owner = await requireAccount(store, account);
    const wallet = await store.wallets.findOne({ _id: account });
    const { lots = [], open = [], bought = 0, spent = 0, refunded = 0, expired = 0, reversed = 0 } = wallet ?? {};
    return {
      ...toRow(owner),
      owner: (await findOwner(store, account)) ?? null,
      ...toStateFields(owner),
      balance: toCredits(balance(lots, clock.now())),
      held: toCredits(open.reduce((total, hold) => total + hold.cost, 0)),
      bought: toCredits(bought),
      spent: toCredits(spent),
      refunded: toCredits(refunded),
      expired: toCredits(expired),
      reversed: toCredits(reversed),
      owed: toCredits(sumOwed(wallet)),
      lots: lots.slice(0, MOST_LOTS_LISTED).map((lot) => ({
        id: lot.id,
        bought_at: lot.bought.toISOString(),
        expires_at: lot.expires.toISOString(),
        credits_left: toCredits(lot.left),
      })),
    };
  },
});

const purchaseRow = object({
  payment_id: text(),
  credits,
  settled: { ...credits, description: 'Those of them that went to what was owed' },
  bought_at: instant(),
  expires_at: instant(),
});

const toPurchaseRow = ({ _id, amount, bought, expires }: Payment, settled: ReadonlyMap<string, number>) => ({
  payment_id: _id,
  credits: toCredits(amount),
  settled: toCredits(settled.get(_id) ?? 0),
  bought_at: bought.toISOString(),
  expires_at: expires.toISOString(),
});

export const addPurchase = operation({
  command: 'purchases add',
  method: 'POST',
  path: '/v1/admin/accounts/{account}/purchases',
  summary: 'Add purchased credits to an account; a payment id that was seen before adds nothing',
  role: 'support',
  request: object({
    account: accountId,
    credits: number({ minimum: 0.000001, maximum: MOST_CREDITS }),
    payment_id: optional(text({ maxLength: 100, description: 'Id of the payment, so that a repetition is harmless' })),
    bought_at: optional(instant({ description: 'When it was bought; by default now' })),
    expires_at: optional(instant({ description: 'A stated expiry; it counts when earlier than 12 months' })),
  }),
  response: object({
    ...purchaseRow.properties,
    repeated: flag({ description: 'Whether the payment was there already, and nothing was added' }),
  }),
  errors: [errors.accountUnknown, errors.accountIsClosed],
  example: { request: { account: 'example', credits: 500, payment_id: 'inv-2026-0001' } },
  mutates: { subject: paymentSubject, id: ({ payment_id }, answer) => payment_id ?? answer?.payment_id },
  async run(
    { account, credits: amount, payment_id, bought_at, expires_at },
    { store, clock }: OperationContext<Store>,
  ) {
    await requireNotClosed(store, account);
    const repeated = payment_id !== undefined && (await store.payments.findOne({ _id: payment_id })) !== null;
    const id = await purchase(store, {
      account,
      amount: parseCredits(amount, 'credits'),
      bought: bought_at === undefined ? clock.now() : new Date(bought_at),
      ...(expires_at === undefined ? {} : { statedExpiry: new Date(expires_at) }),
      ...(payment_id === undefined ? {} : { id: payment_id }),
    });
    await checkBalance(store, account, clock.now());
    const payment = await store.payments.findOne({ _id: id });
    if (!payment || payment.account !== account) {
      throw invalidInput(422, `payment_id ${id} belongs to another account`, 'payment_id');
    }
    return { ...toPurchaseRow(payment, await readSettled(store, account)), repeated };
  },
});

/** Reads how much of each lot of an account went to debts, in micro-credits. */
export const readSettled = async ({ wallets }: Pick<LedgerCollections, 'wallets'>, account: string) =>
  sumSettledDebts(await wallets.findOne({ _id: account }, { projection: { reversals: 1 } }));

export const listPurchases = operation({
  command: 'purchases list',
  method: 'GET',
  path: '/v1/admin/accounts/{account}/purchases',
  summary: 'List the purchases of an account, the oldest first, a page at a time',
  role: 'viewer',
  request: object({ account: accountId, ...paged }),
  response: object({ purchases: list(purchaseRow), next: nullable(text()) }),
  errors: [errors.accountUnknown, errors.cursorInvalid],
  example: { request: { account: 'example' } },
  async run({ account, ...page }, { store }: OperationContext<Store>) {
    await requireAccount(store, account);
    return readPurchases(store, account, page);
  },
});

/** Reads a page of the purchases of an account. @param direction 1 for the oldest first, -1 for the latest */
export async function readPurchases(store: Store, account: string, page: PageQuery, direction: 1 | -1 = 1) {
  const { rows, next } = await readPage(store.payments, { account }, { by: 'bought', id: '_id', direction }, page);
  const settled = await readSettled(store, account);
  return { purchases: rows.map((payment) => toPurchaseRow(payment, settled)), next };
}

/** Streams all purchases of an account. @param direction 1 for the oldest first, -1 for the latest */
export async function* streamPurchases(store: Store, account: string, direction: 1 | -1 = 1) {
  const settled = await readSettled(store, account);
  const sort = { bought: direction, _id: direction };
  for await (const payment of store.payments.find({ account }, { sort })) yield toPurchaseRow(payment, settled);
}
