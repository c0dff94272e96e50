import type { Problem } from '../../shared/contract/api-error.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { Input, Output } from '../../shared/contract/contract.js';
import type { Endpoint, Group } from '../../shared/contract/endpoint.js';
import { readFields, refusing } from '../../shared/contract/input.js';
import { serviceScopes } from '../../shared/contract/service-scopes.js';
import {
  ALL,
  defaultLimits,
  findCeiling,
  findLatestExpiry,
  isByNameOnly,
  issueKey,
  type Key,
  type listKeys,
  updateKey,
} from '../keys/index.js';
import type { Fields } from './pages.js';

/** A key in the response of `listKeys`. */
export type KeyRow = Output<(typeof listKeys)['contract']>['keys'][number];

/** A checkbox for a group of endpoints or a service scope. */
interface ScopeChoice {
  id: string;
  title: string;
  /** Default limit of a key, in requests per second; undefined for a service scope. */
  ratePerSecond: number | undefined;
  endpoints: readonly { id: string; title: string }[];
  /** True if it may be ticked together with everything, which does not include it. */
  isBesideAll: boolean;
}

/** Service scope that opens nothing yet. */
const RESERVED = 'keys';

/**
 * Lists the scopes that the form shows: those of the offered endpoints and of the account API. Other scopes, and the reserved one, are
 * shown for a key that has them, since what the form does not send is removed.
 */
export function listScopeChoices(
  { scopes, limits }: Pick<KeyFormValues, 'scopes' | 'limits'>,
  offered: readonly Endpoint[],
): readonly ScopeChoice[] {
  const shown = catalogue.filter((endpoint) => offered.includes(endpoint) || scopes.includes(endpoint.id));
  const isUsed = ({ id }: Group) => scopes.includes(id) || (limits[id] ?? '') !== '';
  const groups = [
    ...new Set(catalogue.filter((one) => shown.includes(one) || isUsed(one.group)).map(({ group }) => group)),
  ];
  return [
    ...groups.map(({ id, title, ratePerSecond }) => {
      const endpoints = shown.filter(({ group }) => group.id === id);
      return { id, title, ratePerSecond, endpoints: endpoints.length < 2 ? [] : endpoints, isBesideAll: false };
    }),
    ...serviceScopes
      .filter(({ id }) => id !== RESERVED || scopes.includes(id))
      .map(({ id, title, byNameOnly }) => ({
        ...{ id, title, ratePerSecond: undefined, endpoints: [] },
        isBesideAll: byNameOnly,
      })),
  ];
}

/** Names of the limits that the form shows. */
const limitFields = [...defaultLimits.keys()].map((group) => `limits.${group}`);

/** Names of the fields in the form of a key. The form of a new key also has the mode. */
export const keyFields = [
  ...['name', 'scopes', 'expires_at', 'ip_ranges', 'budget_per_day', 'budget_per_month'],
  ...limitFields,
];

/** Values of the form of a key, as text. */
export interface KeyFormValues {
  name: string;
  /** `test` for a test key; anything else is a live key. */
  mode: string;
  scopes: readonly string[];
  /** One per line. */
  ip_ranges: string;
  /** Last day on which the key works (UTC). */
  expires_at: string;
  budget_per_day: string;
  budget_per_month: string;
  /** Requests per second by group. */
  limits: Readonly<Record<string, string>>;
}

export const newKeyFormValues: KeyFormValues = {
  name: '',
  mode: 'live',
  scopes: [ALL],
  ip_ranges: '',
  expires_at: '',
  budget_per_day: '',
  budget_per_month: '',
  limits: {},
};

/** Converts a key to the values of its form. */
export const toFormValues = (key: KeyRow): KeyFormValues => ({
  name: key.name,
  mode: key.mode,
  scopes: key.scopes,
  ip_ranges: key.ip_ranges.join('\n'),
  expires_at: key.expires_at?.slice(0, 10) ?? '',
  budget_per_day: String(key.budget_per_day ?? ''),
  budget_per_month: String(key.budget_per_month ?? ''),
  limits: Object.fromEntries(Object.entries(key.limits).map(([group, limit]) => [group, String(limit)])),
});

/** Reads the values that were sent with the form. */
export const readSentValues = (fields: Fields): KeyFormValues => ({
  name: toText(fields.name),
  mode: toText(fields.mode),
  scopes: toTexts(fields.scopes),
  ip_ranges: toText(fields.ip_ranges),
  expires_at: toText(fields.expires_at),
  budget_per_day: toText(fields.budget_per_day),
  budget_per_month: toText(fields.budget_per_month),
  limits: Object.fromEntries([...defaultLimits.keys()].map((group) => [group, toText(fields[`limits.${group}`])])),
});

/**
 * Reads the form of a new key.
 *
 * @throws ApiError 422 with all problems
 */
export function readNewKey(account: string, fields: Fields, now: Date): Input<(typeof issueKey)['contract']> {
  const values = readSentValues(fields);
  const mode = values.mode === 'test' ? 'test' : 'live';
  const given = {
    account,
    mode,
    ...convertSharedFields(values),
    ...convertBudgets(values, undefined),
    ...convertExpiry(values),
  };
  return refusing(findProblems(values, undefined, now), 422, () => readFields(issueKey.contract.request, given, 422));
}

/**
 * Reads the form that changes a key. An empty budget removes the budget; an empty expiry changes nothing, since operators may have set it.
 *
 * @throws ApiError 422 with all problems
 */
export function readChange(
  { key, row }: { key: Key; row: KeyRow },
  fields: Fields,
  now: Date,
): Input<(typeof updateKey)['contract']> {
  const sent = readSentValues(fields);
  const values = sent.expires_at === toFormValues(row).expires_at ? { ...sent, expires_at: '' } : sent;
  const given = {
    key: key.id,
    ...convertSharedFields(values),
    ...convertBudgets(values, '0'),
    ...convertExpiry(values, key),
  };
  return refusing(findProblems(values, key, now), 422, () => readFields(updateKey.contract.request, given, 422));
}

/** Converts name, scopes, networks and limits to the input of the operations. */
function convertSharedFields({ name, scopes, ip_ranges, limits }: KeyFormValues) {
  const wanted = Object.entries(limits).flatMap(([group, limit]) =>
    limit === '' ? [] : [[group, Number(limit)] as const],
  );
  return {
    ...(name === '' ? {} : { name }),
    scopes,
    ip_ranges: ip_ranges.split(/[\s,]+/).filter(Boolean),
    limits: Object.fromEntries(wanted),
  };
}

/** Converts budgets to the input of the operations. @param emptied value of an empty budget */
const convertBudgets = ({ budget_per_day, budget_per_month }: KeyFormValues, emptied: string | undefined) =>
  Object.fromEntries(
    Object.entries({ budget_per_day, budget_per_month })
      .map(([name, text]) => [name, text === '' ? emptied : text])
      .filter(([, value]) => value !== undefined),
  );

/** Converts the last day to an instant: its end, or the latest allowed expiry on the same day. `findProblems` refuses an invalid day. */
function convertExpiry({ expires_at: day }: KeyFormValues, before?: Key): { expires_at?: string } {
  const latest = findLatest(before);
  const end = latest?.startsWith(day) && day !== '' ? latest : parseLastMoment(day)?.toISOString();
  return end === undefined ? {} : { expires_at: end };
}

/** Returns the latest expiry that a member may set. */
const findLatest = (before: Key | undefined): string | undefined => before && findLatestExpiry(before)?.toISOString();

function parseLastMoment(day: string): Date | undefined {
  const end = new Date(`${day}T23:59:59Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(end.getTime()) ? end : undefined;
}

/**
 * Finds problems that the operations do not: an expiry in the past or later than that of an operator, no scope, `*` together with other
 * scopes, and a limit above that of the group or of an operator.
 */
function findProblems({ scopes, expires_at, limits }: KeyFormValues, before: Key | undefined, now: Date): Problem[] {
  const problems: Problem[] = [];
  const refuse = (param: string, message: string) => problems.push({ param, type: 'invalid_field', message });
  if (scopes.length === 0) refuse('scopes', 'Choose at least one permission');
  // A customer who overlooks that everything is ticked must not get a key for everything.
  if (scopes.includes(ALL) && scopes.some((scope) => scope !== ALL && !isByNameOnly(scope)))
    refuse('scopes', 'Choose either everything or individual permissions');
  if (expires_at !== '' && (parseLastMoment(expires_at) ?? now) <= now) {
    refuse('expires_at', 'The expiry date must be today or later');
  }
  const latestDay = findLatest(before)?.slice(0, 10);
  if (latestDay !== undefined && expires_at > latestDay) {
    refuse('expires_at', `The expiry date must be no later than ${latestDay}, which an operator has set`);
  }
  for (const id of defaultLimits.keys()) {
    const most = findCeiling(before, id);
    const limit = limits[id] ?? '';
    if (limit !== '' && !(/^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= most)) {
      refuse(`limits.${id}`, `Enter a whole number from 1 to ${most}`);
    }
  }
  return problems;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** True if the form of a new key has more than a name. */
export const isRestricted = (values: KeyFormValues): boolean =>
  listRestrictions(values) !== listRestrictions(newKeyFormValues) ||
  Object.values(values.limits).some((limit) => limit !== '');

const listRestrictions = ({ scopes, ip_ranges, expires_at, budget_per_day, budget_per_month }: KeyFormValues): string =>
  JSON.stringify([scopes, ip_ranges, expires_at, budget_per_day, budget_per_month]);

/** Returns the values of ticked boxes. */
const toTexts = (value: unknown): string[] => [value].flat().map(toText).filter(Boolean);
