import type { Filter, Sort } from 'mongodb';
import { errors } from '../../shared/contract/errors.js';
import type { Account, MemberCollections } from '../members/index.js';

/** Values that accounts can be sorted by. */
export const accountSorts = ['newest', 'balance', 'spent', 'errors', 'last_call'] as const;
type AccountSort = (typeof accountSorts)[number];

const FIELDS = {
  newest: { name: 'created', read: ({ created }: Account) => created },
  balance: { name: 'figures.balance', read: ({ figures }: Account) => figures?.balance ?? 0 },
  spent: { name: 'figures.spent', read: ({ figures }: Account) => figures?.spent ?? 0 },
  errors: { name: 'figures.errors', read: ({ figures }: Account) => figures?.errors ?? 0 },
  last_call: { name: 'figures.last', read: ({ figures }: Account) => figures?.last ?? new Date(0) },
} as const;

interface AccountQuery {
  sort: AccountSort;
  order: 'highest' | 'lowest';
  limit: number;
  /** The `next` of a page, or its `previous`. */
  after?: string;
  before?: string;
}

/** A page of accounts in an order, and the cursors of the pages before and after it. */
export interface AccountPage {
  accounts: Account[];
  previous: string | null;
  next: string | null;
}

/** A position in an order: an account, and the value that it is sorted by. */
interface Position {
  value: Date | number;
  _id: string;
}

/**
 * Returns a page of all accounts, sorted by an index. New accounts are there at once, other sort values are some minutes old.
 *
 * @throws ApiError 422 for an invalid cursor
 */
export async function readAccountPage(
  { accounts }: Pick<MemberCollections, 'accounts'>,
  { sort, order, limit, after, before }: AccountQuery,
): Promise<AccountPage> {
  const { name, read } = FIELDS[sort];
  const isBackwards = before !== undefined;
  const cursor = before ?? after;
  const isDate = sort === 'newest' || sort === 'last_call';
  const position = cursor === undefined ? undefined : parseCursor(cursor, isDate);
  const direction = (order === 'highest') === isBackwards ? 1 : -1;
  const found = await accounts
    .find(position ? beyond(name, direction, position) : { [name]: { $gte: isDate ? new Date(0) : -Infinity } }, {
      sort: { [name]: direction, _id: direction } satisfies Sort,
      limit: limit + 1,
    })
    .toArray();
  const page = found.slice(0, limit);
  const hasMore = found.length > limit;
  if (isBackwards) page.reverse();
  const [first, last] = [page[0], page.at(-1)];
  const hasPrevious = isBackwards ? hasMore : after !== undefined;
  const hasNext = isBackwards || hasMore;
  const formatCursor = (account: Account) => `${Number(read(account))}.${account._id}`;
  return {
    accounts: page,
    previous: first && hasPrevious ? formatCursor(first) : null,
    next: last && hasNext ? formatCursor(last) : null,
  };
}

/** Filter for the accounts after a position in an order. The first condition is wider, and leads into the index. */
function beyond(field: string, direction: 1 | -1, { value, _id }: Position): Filter<Account> {
  const [further, orSame] = direction === 1 ? (['$gt', '$gte'] as const) : (['$lt', '$lte'] as const);
  return {
    $and: [{ [field]: { [orSame]: value } }, { $or: [{ [field]: { [further]: value } }, { _id: { [further]: _id } }] }],
  };
}

function parseCursor(cursor: string, isDate: boolean): Position {
  const [, text, id] = /^(-?\d{1,17})\.([\w.-]{1,100})$/.exec(cursor) ?? [];
  if (text === undefined || id === undefined) throw errors.cursorInvalid();
  const value = Number(text);
  return { value: isDate ? new Date(value) : value, _id: id };
}

/**
 * Finds accounts by the beginning of their id or name, each at most once. A name is found as it was typed, in lower case, in upper case,
 * and with capitals at the beginning of its words: those are ranges of an index, which is case-sensitive.
 */
export async function searchAccounts(
  { accounts }: Pick<MemberCollections, 'accounts'>,
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

/** Texts with a prefix. */
const range = (begins: string) => ({ $gte: begins, $lt: `${begins}\uffff` });
