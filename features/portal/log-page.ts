import { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import { object } from '../../shared/contract/fields.js';
import { readFields } from '../../shared/contract/input.js';
import { paged } from '../../shared/store/page.js';
import { accountActions, exportLog, listChanges, logFilters, readLog } from '../account-log/index.js';
import { listKeys } from '../keys/index.js';
import { requirePermission } from '../members/index.js';
import { type PortalContext, type PortalRouter, showPage } from './pages.js';
import type { PortalServices } from './services.js';

const PER_PAGE = 50;
/** Maximum number of keys, and of members, that the filter offers. */
const MOST_OFFERED = 100;
/** Maximum number of exports per second and account. */
const EXPORTS_PER_SECOND = 1;

const FILTERS = ['actor', 'action', 'subject', 'from', 'to'] as const;

const query = object({ ...logFilters, ...paged });

/** The log of the account, with filters and as CSV: for those who may change something that it records, but not for billing and viewers. */
export function logPage(
  router: PortalRouter,
  { store, clock, rateLimiter }: Pick<PortalServices, 'clock' | 'rateLimiter' | 'store'>,
): void {
  const readAsked = (ctx: PortalContext) =>
    Object.fromEntries(FILTERS.map((name) => [name, String(ctx.query[name] ?? '').trim()]));

  router.get('/log', async (ctx) => {
    requirePermission(ctx.state.role, 'keys');
    const { account } = ctx.state.member;
    const asked = readAsked(ctx);
    const view = {
      title: 'Account log',
      asked,
      actions: Object.entries(accountActions),
      entries: [],
      problem: undefined,
    };
    const [{ keys }, members] = await Promise.all([
      listKeys.run({ account, limit: MOST_OFFERED }, { store, clock }),
      store.members.find({ account }, { sort: { created: 1, _id: 1 }, limit: MOST_OFFERED }).toArray(),
    ]);
    const actors = [...members.map(({ _id }) => [_id, _id]), ...keys.map(({ key, name }) => [key, `Key “${name}”`])];
    const filters = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''));
    try {
      const { entries, next } = await readLog(store, account, readQuery(asked, ctx.query.after));
      const rows = entries.map((entry) => ({ ...entry, changes: listChanges(entry.before, entry.after) }));
      const older = next && `/account/log?${new URLSearchParams([...filters, ['after', next]])}`;
      showPage(ctx, 'log', { ...view, actors, entries: rows, older, rest: String(filters) });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      ctx.status = error.status;
      showPage(ctx, 'log', { ...view, actors, older: null, rest: '', problem: error.message });
    }
  });

  router.get('/log.csv', async (ctx) => {
    requirePermission(ctx.state.role, 'keys');
    const { account } = ctx.state.member;
    const { allowed } = await rateLimiter.count(`portal-log:${account}`, EXPORTS_PER_SECOND, 1);
    if (!allowed) throw errors.tooManyRequests();
    const file = exportLog(store, account, readQuery(readAsked(ctx), undefined));
    ctx.attachment(file.filename);
    ctx.type = file.type ?? 'bin';
    ctx.body = file.content;
  });
}

/** Reads the filters of the form, whose days become instants. @throws ApiError 422 */
function readQuery(asked: Readonly<Record<string, string>>, after: unknown) {
  const given = Object.entries({ ...asked, ...(typeof after === 'string' && { after }) }).filter(([, value]) => value);
  const fields = Object.fromEntries(given.map(([name, value]) => [name, toInstant(name, value)]));
  return readFields(query, { ...fields, limit: PER_PAGE }, 422);
}

/** Converts a day of a filter to an instant: its begin, or for `to` the begin of the next. */
function toInstant(name: string, value: string): string {
  if ((name !== 'from' && name !== 'to') || !/^\d{4}-\d\d-\d\d$/.test(value)) return value;
  const at = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return value;
  if (name === 'to') at.setUTCDate(at.getUTCDate() + 1);
  return at.toISOString();
}
