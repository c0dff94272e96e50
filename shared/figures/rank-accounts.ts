import type { Filter, Sort } from 'mongodb';
import { errors } from '../contract/errors.js';
import type { Account, Collections } from '../store/collections.js';
import type { AccountFigures } from './collections.js';

/** What accounts can be sorted by. */
export const accountSorts = ['newest', 'balance', 'spent', 'errors', 'last_call'] as const;
export type AccountSort = (typeof accountSorts)[number];

const FIELDS = { newest: 'created', balance: 'balance', spent: 'spent', errors: 'errors', last_call: 'last' } as const;
type Field = (typeof FIELDS)[AccountSort];

export interface AccountQuery {
  sort: AccountSort;
  order: 'highest' | 'lowest';
  limit: number;
  /** The `next` of a page, or its `previous`. */
  after?: string;
  before?: string;
}

/** A page of accounts in an order, and the places of the pages beside it. */
export interface AccountPage {
  accounts: Account[];
  previous: string | null;
  next: string | null;
}

/** A place in an order: an account, and what it is sorted by. */
interface Place {
  value: Date | number;
  _id: string;
}

/**
 * A page of all accounts, sorted by what an index holds in order. Newest accounts are there at once, what other figures say is
 * some minutes old.
 *
 * @throws ApiError 422 for a place that no page has given
 */
export async function rankAccounts(
  store: Pick<Collections, 'accounts' | 'accountFigures'>,
  query: AccountQuery,
): Promise<AccountPage> {
  const { sort, order, limit, after, before } = query;
  const field = FIELDS[sort];
  const isBackwards = before !== undefined;
  const cursor = before ?? after;
  const place = cursor === undefined ? undefined : placeOf(cursor, field);
  const direction = (order === 'highest') === isBackwards ? 1 : -1;
  const found = await walk(store, field, { direction, place, limit: limit + 1 });
  const page = found.slice(0, limit);
  const hasMore = found.length > limit;
  if (isBackwards) page.reverse();
  const [first, last] = [page[0], page.at(-1)];
  const names = await store.accounts.find({ _id: { $in: page.map(({ _id }) => _id) } }).toArray();
  const byId = new Map(names.map((account) => [account._id, account]));
  const hasPrevious = isBackwards ? hasMore : after !== undefined;
  const hasNext = isBackwards || hasMore;
  return {
    accounts: page.flatMap(({ _id }) => byId.get(_id) ?? []),
    previous: first && hasPrevious ? cursorOf(first) : null,
    next: last && hasNext ? cursorOf(last) : null,
  };
}

interface Walk {
  direction: 1 | -1;
  place: Place | undefined;
  limit: number;
}

async function walk(
  { accounts, accountFigures }: Pick<Collections, 'accounts' | 'accountFigures'>,
  field: Field,
  { direction, place, limit }: Walk,
): Promise<Place[]> {
  const options = { sort: { [field]: direction, _id: direction } satisfies Sort, limit };
  if (field === 'created') {
    const found = await accounts.find(beyond<Account>(field, direction, place), options).toArray();
    return found.map(({ _id, created }) => ({ _id, value: created }));
  }
  const found = await accountFigures.find(beyond<AccountFigures>(field, direction, place), options).toArray();
  return found.map((figures) => ({ _id: figures._id, value: figures[field] }));
}

/** What comes after a place in an order. The first condition says less than the second, and leads into the index. */
function beyond<T>(field: Field, direction: 1 | -1, place: Place | undefined): Filter<T> {
  if (!place) return {};
  const { value, _id } = place;
  const [further, orSame] = direction === 1 ? (['$gt', '$gte'] as const) : (['$lt', '$lte'] as const);
  const conditions: Filter<object>[] = [
    { [field]: { [orSame]: value } },
    { $or: [{ [field]: { [further]: value } }, { _id: { [further]: _id } }] },
  ];
  return { $and: conditions } as Filter<T>;
}

const cursorOf = ({ value, _id }: Place): string => `${Number(value)}.${_id}`;

function placeOf(cursor: string, field: Field): Place {
  const [, text, id] = /^(-?\d{1,17})\.([\w.-]{1,100})$/.exec(cursor) ?? [];
  if (text === undefined || id === undefined) throw errors.cursorInvalid();
  const value = Number(text);
  return { value: field === 'created' || field === 'last' ? new Date(value) : value, _id: id };
}

/**
 * Accounts whose id or name begins so, each at most once. A name is found as it was typed, in small and capital letters, and
 * with capitals at the beginning of its words: those are ranges of an index, which tells letters apart.
 */
export async function searchAccounts(
  { accounts }: Pick<Collections, 'accounts'>,
  begins: string,
  limit: number,
): Promise<Account[]> {
  const capitalised = begins.toLowerCase().replaceAll(/(^|\s)\S/g, (letter) => letter.toUpperCase());
  const names = [...new Set([begins, begins.toLowerCase(), begins.toUpperCase(), capitalised])];
  const found = await Promise.all([
    accounts.find({ _id: range(begins) }, { sort: { _id: 1 }, limit }).toArray(),
    ...names.map((name) => accounts.find({ name: range(name) }, { sort: { name: 1, _id: 1 }, limit }).toArray()),
  ]);
  return [...new Map(found.flat().map((account) => [account._id, account])).values()].slice(0, limit);
}

/** The texts that begin so. */
const range = (begins: string) => ({ $gte: begins, $lt: `${begins}\uffff` });
