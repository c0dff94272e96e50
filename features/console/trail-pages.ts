import type { RouterContext } from '@koa/router';
import { readFields } from '../../shared/contract/input.js';
import { operations } from '../operations/index.js';
import { exportFormats, type OperationContext, readTrail } from '../operators/index.js';
import { readFilters, readFormFields } from './forms.js';
import { type ConsoleRouter, type OperatorState, renderPage } from './pages.js';

const PER_PAGE = 50;
/** Paths of the pages of subjects, by type. */
const PAGES: Readonly<Record<string, string>> = {
  ...{ account: 'accounts/', key: 'keys/', order: 'orders/', operator: 'operators/' },
  ...{ experience: 'experiences/', call: 'requests?id=', queue: 'queues/queue/' },
};
const FILTERS = ['actor', 'operation', 'account', 'subject', 'from', 'to'] as const;

/** Mounts the audit trail with its filters and exports. */
export function mountTrailPages(router: ConsoleRouter, context: OperationContext): void {
  const commands = operations.filter(({ mutates }) => mutates).map(({ command }) => command);

  router.get('/audit-trail', async (ctx) => {
    const filters = Object.fromEntries(FILTERS.map((name) => [name, text(ctx.query[name])]));
    const { input, refused } = readFilters(readTrail.contract.request, { ...filters, after: text(ctx.query.after) });
    if (refused) ctx.status = 422;
    const page = input && (await readTrail.run({ ...input, limit: PER_PAGE }, context));
    const { entries, next } = page ?? { entries: [], next: null };
    const rows = entries.map((entry) => ({ ...entry, changes: listChanges(entry.before, entry.after) }));
    const rest = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '')).toString();
    renderPage(
      ctx,
      'audit-trail',
      { title: 'Audit trail', filters, rows, next, rest, commands, exportFormats, findPage },
      refused,
    );
  });

  router.get('/audit-trail/export', (ctx) => {
    const file = readTrail.download?.(readInput(ctx), context);
    if (!file) return ctx.redirect('/operator/audit-trail');
    ctx.attachment(file.filename);
    ctx.type = file.type ?? 'bin';
    ctx.body = file.content;
  });
}

/** @throws ApiError 422 for an invalid filter */
const readInput = ({ query }: RouterContext<OperatorState>) =>
  readFields(readTrail.contract.request, readFormFields(readTrail.contract.request, query), 422);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the path of a subject's page, if it has one. */
function findPage({ type, id }: { type: string; id: string }): string | undefined {
  const folder = PAGES[type];
  return folder && id !== '' ? `/operator/${folder}${encodeURIComponent(id)}` : undefined;
}

/** Lists the fields that differ. */
function listChanges(before: unknown, after: unknown): { name: string; before: string; after: string }[] {
  const [was, is] = [readFieldTexts(before), readFieldTexts(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((name) => was.get(name) !== is.get(name))
    .map((name) => ({ name, before: was.get(name) ?? '', after: is.get(name) ?? '' }));
}

const readFieldTexts = (state: unknown): Map<string, string> =>
  new Map(
    Object.entries(Object(state)).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
