import { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import { readFields } from '../../shared/contract/input.js';
import { listKeys } from '../keys/index.js';
import {
  findCall,
  listAccountRequests,
  listRefusedRequests,
  listRequests,
  parseCursorTime,
  REQUESTS_LISTED_DAYS,
  type RefusedRequest,
  type TestCall,
} from '../requests/index.js';
import { type PortalRouter, showPage } from './pages.js';
import type { PortalServices } from './services.js';

const PER_PAGE = 50;
/** Maximum number of keys that the filter offers. */
const KEYS_OFFERED = 100;

/** State of requests that were refused before they were charged. The API does not list them. */
const REFUSED = 'refused' as const;

/** Names of the filters in the form. An empty filter has no effect. */
const FILTERS = ['endpoint', 'key', 'status', 'type', 'state', 'from', 'to', 'after'] as const;

/** Pages of the account's requests, and the timeline of each. */
export function requestPages(router: PortalRouter, services: PortalServices): void {
  const { store, clock } = services;

  router.get('/requests', async (ctx) => {
    const { account } = ctx.state.member;
    const asked = Object.fromEntries(
      FILTERS.map((name): [string, string] => [
        name,
        String(ctx.query[name] ?? '')
          .trim()
          .slice(0, 200),
      ]),
    );
    const { keys } = await listKeys.run({ account, limit: KEYS_OFFERED }, { store, clock });
    const view = { title: 'Requests', asked, keys, endpoints: services.offered, days: REQUESTS_LISTED_DAYS };
    try {
      const filters = Object.entries(asked).filter(([, value]) => value !== '');
      const isRefused = asked.state === REFUSED;
      const others = filters.filter(([name]) => !(isRefused && name === 'state'));
      const query = readFields(listRequests.contract.request, { limit: PER_PAGE, ...convertDays(others) }, 422);
      const page = isRefused ? { requests: [], next: null } : await listAccountRequests(services, account, query);
      const tests = isRefused ? [] : await services.testCalls.list(account).catch(() => []);
      const { redis } = services.infrastructure;
      const refused = await listRefusedRequests(redis, account, keys).catch(() => []);
      const uncharged = [...tests.map(toTestRow), ...refused.map(toRefusedRow)];
      const requests = [...page.requests, ...selectUncharged(uncharged, query, page)].sort((a, b) =>
        b.at.localeCompare(a.at),
      );
      showPage(ctx, 'requests', { ...view, requests, problem: undefined, nextPage: createNextUrl(filters, page.next) });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      ctx.status = error.status;
      showPage(ctx, 'requests', { ...view, requests: [], problem: error.message, nextPage: undefined });
    }
  });

  router.get('/requests/:id', async (ctx) => {
    const { id = '' } = ctx.params;
    const call = await findCall(services, id.slice(0, 100));
    if (!call || call.account !== ctx.state.member.account) throw errors.requestUnknown({ request: id.slice(0, 100) });
    const key = call.key === undefined ? null : await store.keys.findOne({ id: call.key }, { projection: { name: 1 } });
    showPage(ctx, 'request', { title: 'Request', call, keyName: key?.name });
  });
}

type Query = Parameters<typeof listAccountRequests>[2];

const toTestRow = (call: TestCall) => ({ ...call, state: 'test' as const, credits: 0 });

const toRefusedRow = ({ path, ...refused }: RefusedRequest) => ({
  ...refused,
  endpoint: path.replace(/^\/v1\//, ''),
  ms: null,
  state: REFUSED,
  credits: 0,
});

type UnchargedRow = ReturnType<typeof toTestRow> | ReturnType<typeof toRefusedRow>;

/** Selects the requests without a ledger entry that match the filters and lie between the requests of a page. */
function selectUncharged(rows: readonly UnchargedRow[], query: Query, { next }: { next: string | null }) {
  const { endpoint, key, status, type, state, from = '', to = '~', after } = query;
  if (state !== undefined) return [];
  const [since, until] = [next, after ?? null].map((cursor) => (cursor === null ? undefined : parseCursorTime(cursor)));
  return rows.filter(
    (call) =>
      (endpoint ?? call.endpoint) === call.endpoint &&
      (key ?? call.key) === call.key &&
      (status ?? call.status) === call.status &&
      (type ?? call.type) === call.type &&
      call.at >= from &&
      call.at < to &&
      call.at >= (since ?? '') &&
      call.at < (until ?? '~'),
  );
}

/** Converts days to instants: the start of the first, the end of the last. */
const convertDays = (filters: readonly (readonly [string, string])[]) =>
  Object.fromEntries(
    filters.map(([name, value]) => {
      if (name === 'from') return [name, `${value}T00:00:00Z`];
      return name === 'to' ? [name, `${value}T23:59:59.999Z`] : [name, value];
    }),
  );

const createNextUrl = (filters: readonly (readonly [string, string])[], next: string | null): string | undefined => {
  if (next === null) return undefined;
  const others = filters.filter(([name]) => name !== 'after').map(([name, value]): [string, string] => [name, value]);
  return `/account/requests?${new URLSearchParams([...others, ['after', next]])}`;
};
