import type { RouterContext } from '@koa/router';
import { readFields } from '../../shared/contract/input.js';
import type { Clock } from '../../shared/process/clock.js';
import { operations } from '../operations/index.js';
import { exportFormats, readTrail } from '../operators/index.js';
import { fieldsOfForm, readFilters } from './forms.js';
import { type ConsoleRouter, type OperatorState, show } from './pages.js';

interface Dependencies {
  readonly clock: Clock;
  readonly store: object;
}

const PER_PAGE = 50;
/** The pages of things, by their types; what is gone is told there. */
const PAGES: Readonly<Record<string, string>> = {
  ...{ account: 'accounts/', key: 'keys/', order: 'orders/', operator: 'operators/' },
  ...{ experience: 'experiences/', call: 'requests?id=', queue: 'queues/queue/' },
};
const FILTERS = ['actor', 'operation', 'account', 'subject', 'from', 'to'] as const;

/** The audit trail: what operators have changed, with filters, and all that is found as a file. */
export function trailPages(router: ConsoleRouter, services: Dependencies): void {
  const commands = operations.filter(({ mutates }) => mutates).map(({ command }) => command);

  router.get('/audit-trail', async (ctx) => {
    const asked = Object.fromEntries(FILTERS.map((name) => [name, text(ctx.query[name])]));
    const { input, refused } = readFilters(readTrail.contract.request, { ...asked, after: text(ctx.query.after) });
    if (refused) ctx.status = 422;
    const page = input && (await readTrail.run({ ...input, limit: PER_PAGE }, services));
    const { entries, next } = page ?? { entries: [], next: null };
    const rows = entries.map((entry) => ({ ...entry, changes: changesOf(entry.before, entry.after) }));
    const rest = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== '')).toString();
    show(
      ctx,
      'audit-trail',
      { title: 'Audit trail', asked, rows, next, rest, commands, exportFormats, pageOf },
      refused,
    );
  });

  router.get('/audit-trail/export', (ctx) => {
    const file = readTrail.download?.(inputOf(ctx), services);
    if (!file) return ctx.redirect('/operator/audit-trail');
    ctx.attachment(file.filename);
    ctx.type = file.type ?? 'bin';
    ctx.body = file.content;
  });
}

/** @throws ApiError 422 for a filter that makes no sense */
const inputOf = ({ query }: RouterContext<OperatorState>) =>
  readFields(readTrail.contract.request, fieldsOfForm(readTrail.contract.request, query), 422);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Where the console shows what there is now of something that was changed. */
function pageOf({ type, id }: { type: string; id: string }): string | undefined {
  const folder = PAGES[type];
  return folder && id !== '' ? `/operator/${folder}${encodeURIComponent(id)}` : undefined;
}

/** The fields that are not what they were. */
function changesOf(before: unknown, after: unknown): { name: string; before: string; after: string }[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((name) => was.get(name) !== is.get(name))
    .map((name) => ({ name, before: was.get(name) ?? '', after: is.get(name) ?? '' }));
}

const fieldsOf = (state: unknown): Map<string, string> =>
  new Map(
    Object.entries(Object(state)).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
