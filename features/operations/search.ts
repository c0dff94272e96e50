import { invalidInput } from '../../shared/contract/errors.js';
import { list, nullable, object, oneOf, text } from '../../shared/contract/fields.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { PaymentCollections } from '../billing/index.js';
import { findInvoiceByNumber, type InvoiceCollections } from '../invoices/index.js';
import { type KeyCollections, looksLikeKey } from '../keys/index.js';
import { type MemberCollections, readAddress } from '../members/index.js';
import { type OperationContext, operation, requireInfrastructure } from '../operators/index.js';
import type { PageCollections } from '../pages/index.js';
import { findCall, findRefusal, type RequestCollections } from '../requests/index.js';
import { searchAccounts } from '../usage/index.js';

type Store = KeyCollections &
  Pick<LedgerCollections, 'payments' | 'refunds' | 'usage' | 'wallets'> &
  Pick<MemberCollections, 'accounts' | 'invitations' | 'members'> &
  Pick<PageCollections, 'experiences'> &
  Pick<PaymentCollections, 'orders' | 'payers' | 'unknownPayments'> &
  InvoiceCollections &
  Pick<RequestCollections, 'requestLog'>;

/** Kinds of things that the search finds. */
const kinds = [
  'account',
  'member',
  'invitation',
  'key',
  'order',
  'payment',
  'invoice',
  'request',
  'hosted page',
] as const;

interface Hit {
  kind: (typeof kinds)[number];
  id: string;
  /** Name or description to recognise it by. */
  title: string;
  account: string | null;
  /** Page of the console. */
  page: string;
}

const MAX_QUERY_LENGTH = 320;
/** Hits of each source. */
const MAX_HITS = 20;
/** Length of the visible prefix of a key. */
const PREFIX_LENGTH = 12;
/** An API key or an operator's token, and a browser token, anywhere in a text. */
const SECRETS = [/\bua_[a-z]+_\w+/, /\beyJ[\w-]+\.[\w-]+\.[\w-]+/];
const REQUEST_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const findSecret = (text: string): string | undefined =>
  SECRETS.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined);

/**
 * Returns what is searched for a typed text: trimmed, only the visible prefix of a key or token, and only the code of a hosted page's
 * URL. Call it before the text gets into a URL.
 */
export function normaliseQuery(typed: string): string {
  const secret = findSecret(typed);
  if (secret !== undefined) return secret.slice(0, PREFIX_LENGTH);
  const [, code] = /^https?:\/\/[^/]+\/e\/([^/?#]+)/.exec(typed.trim()) ?? [];
  return (code ?? typed).trim().replace(/…$/, '').slice(0, MAX_QUERY_LENGTH);
}

export const search = operation({
  command: 'search',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/search',
  summary:
    'Find accounts, members, keys, orders, payments, requests and hosted pages by their ids, addresses and names',
  request: object({
    query: text({
      maxLength: MAX_QUERY_LENGTH,
      description:
        'Email address, id of an account, start of its name, first 12 characters or id of a key, id of an order, payment, customer, request or job, number of an invoice, or code of a hosted page; never send a whole key',
    }),
  }),
  response: object({
    hits: list(
      object({
        kind: oneOf(kinds),
        id: text(),
        title: text({ minLength: 0, description: 'Name or description' }),
        account: nullable(text()),
        page: text({ description: 'Page of the console with details' }),
      }),
    ),
  }),
  example: { request: { query: 'dana@acme.example' } },
  live: true,
  async run({ query }, context: OperationContext<Store>) {
    const secret = findSecret(query);
    if (secret !== undefined && secret.length > PREFIX_LENGTH)
      throw invalidInput(422, `query must have only the first ${PREFIX_LENGTH} characters of a key`, 'query');
    return { hits: await findAll(normaliseQuery(query), context) };
  },
});

/** Searches all sources at once. Each is a look-up in an index, with a limited number of hits. */
async function findAll(query: string, context: OperationContext<Store>): Promise<Hit[]> {
  if (query === '') return [];
  const { store } = context;
  if (query.includes('@')) return findAddress(store, query);
  const found = await Promise.all([
    findAccounts(store, query),
    findKeys(store, query),
    findPayments(store, query),
    findRequest(context, query),
    findInvoices(store, query),
    findPages(store, query),
  ]);
  return found.flat();
}

const accountPage = (account: string): string => `/operator/accounts/${encodeURIComponent(account)}`;

async function findAddress({ members, invitations }: Store, query: string): Promise<Hit[]> {
  const address = readAddress(query);
  if (address === undefined) return [];
  const [member, invitation] = await Promise.all([
    members.findOne({ _id: address }),
    invitations.findOne({ _id: address }),
  ]);
  if (member) {
    const { account } = member;
    return [{ kind: 'member', id: address, title: 'Member', account, page: accountPage(account) }];
  }
  if (!invitation) return [];
  const { account = null } = invitation;
  const page = account === null ? '/operator/invitations' : accountPage(account);
  return [{ kind: 'invitation', id: address, title: 'Invited to the portal', account, page }];
}

async function findAccounts(store: Store, query: string): Promise<Hit[]> {
  const found = await searchAccounts(store, query, MAX_HITS);
  const exact = found.find(({ _id }) => _id === query);
  return (exact ? [exact] : found).map(({ _id, name }) => ({
    ...{ kind: 'account', id: _id, title: name, account: _id, page: accountPage(_id) },
  }));
}

async function findKeys({ keys }: Store, query: string): Promise<Hit[]> {
  const isPrefix = looksLikeKey(query);
  if (!isPrefix && !query.startsWith('key_')) return [];
  const filter = isPrefix ? { prefix: { $gte: query, $lt: `${query}\uffff` } } : { id: query };
  const found = await keys.find(filter, { limit: MAX_HITS }).toArray();
  return found.map(({ id, prefix, name, account, active }) => ({
    kind: 'key',
    id,
    title: `${prefix}… ${name}${active ? '' : ' (revoked)'}`,
    account,
    page: `/operator/keys/${encodeURIComponent(id)}`,
  }));
}

/** Finds orders and purchases by their own ids, and by those of the payment provider. */
async function findPayments({ orders, payers, payments, unknownPayments }: Store, query: string): Promise<Hit[]> {
  const [order, ofProvider, ofCustomer, purchase, unknown] = await Promise.all([
    orders.findOne({ _id: query }),
    Promise.all([orders.findOne({ intent: query }), orders.findOne({ session: query })]),
    payers.findOne({ customer: query }),
    payments.findOne({ _id: query }),
    unknownPayments.findOne({ _id: query }),
  ]);
  const found = [order, ...ofProvider].find((one) => one !== null);
  const hits: Hit[] = [];
  if (found) {
    const { _id, pack, state, account } = found;
    const page = `/operator/orders/${encodeURIComponent(_id)}`;
    hits.push({ kind: 'order', id: _id, title: `${pack}, ${state}`, account, page });
  } else if (purchase) {
    const { account } = purchase;
    hits.push({ kind: 'payment', id: query, title: 'Credits added', account, page: accountPage(account) });
  }
  if (ofCustomer) {
    const { _id: account } = ofCustomer;
    hits.push({ kind: 'account', id: account, title: `Customer ${query}`, account, page: accountPage(account) });
  }
  if (unknown) {
    const { account } = unknown;
    hits.push({ kind: 'payment', id: query, title: 'Payment without an order', account, page: '/operator/orders' });
  }
  return hits;
}

async function findInvoices(store: Store, query: string): Promise<Hit[]> {
  const found = await findInvoiceByNumber(store, query);
  if (!found) return [];
  const { number, order, account } = found;
  return [{ kind: 'invoice', id: number, title: `Order ${order}`, account, page: `/operator/invoices?order=${order}` }];
}

/** Finds a request by its id, which is also that of its job. */
async function findRequest(context: OperationContext<Store>, query: string): Promise<Hit[]> {
  if (!REQUEST_ID.test(query)) return [];
  const infrastructure = requireInfrastructure(context);
  const call = await findCall({ store: context.store, infrastructure }, query);
  const refusal = call ? undefined : await findRefusal(context.store, query);
  if (!call && !refusal) return [];
  return [
    {
      kind: 'request',
      id: query,
      title: call?.endpoint ?? refusal?.path ?? '',
      account: call?.account ?? null,
      page: `/operator/requests?id=${encodeURIComponent(query)}`,
    },
  ];
}

async function findPages({ experiences }: Store, query: string): Promise<Hit[]> {
  const found = await Promise.all([experiences.findOne({ slug: query }), experiences.findOne({ code: query })]);
  const pages = new Map(found.flatMap((page) => (page ? [[page._id, page] as const] : [])));
  return [...pages.values()].map(({ _id, code, title, account }) => ({
    kind: 'hosted page',
    id: code,
    title: title ?? '',
    account,
    page: `/operator/experiences/${_id}`,
  }));
}
