import { readFields } from '../../shared/contract/input.js';
import { type AccountLogCollections, accountActions, listChanges, readAccountLog } from '../account-log/index.js';
import type { MemberCollections } from '../members/index.js';
import type { OperationContext } from '../operators/index.js';
import { readFilters, readFormFields } from './forms.js';
import { type ConsoleRouter, type ConsoleServices, renderPage } from './pages.js';

const PER_PAGE = 50;
const FILTERS = ['actor', 'action', 'subject', 'from', 'to'] as const;

type Store = AccountLogCollections & Pick<MemberCollections, 'accounts'>;

/** Mounts the log of an account: what its members and keys have changed. */
export function mountAccountLogPage(
  router: ConsoleRouter,
  services: ConsoleServices & { readonly store: Store },
): void {
  const { store, clock } = services;
  const context: OperationContext<Store> = { store, clock };
  router.get('/accounts/:account/log', async (ctx) => {
    const { account = '' } = ctx.params;
    const filters = Object.fromEntries(FILTERS.map((name) => [name, text(ctx.query[name])]));
    const { request } = readAccountLog.contract;
    const { input, refused } = readFilters(request, { account, ...filters, after: text(ctx.query.after) });
    if (refused) ctx.status = 422;
    const page = input && (await readAccountLog.run({ ...input, limit: PER_PAGE }, context));
    const { entries, next } = page ?? { entries: [], next: null };
    const rows = entries.map((entry) => ({ ...entry, changes: listChanges(entry.before, entry.after) }));
    const rest = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '')).toString();
    const view = { title: `Log of ${account}`, account, filters, rows, next, rest };
    renderPage(ctx, 'account-log', { ...view, actions: Object.keys(accountActions) }, refused);
  });

  router.get('/accounts/:account/log.csv', (ctx) => {
    const { account = '' } = ctx.params;
    const given = FILTERS.map((name) => [name, text(ctx.query[name])]).filter(([, value]) => value !== '');
    const fields = { account, ...Object.fromEntries(given), format: 'csv' };
    const { request } = readAccountLog.contract;
    const input = readFields(request, readFormFields(request, fields), 422);
    const file = readAccountLog.download?.(input, context);
    if (!file) return ctx.redirect(`/operator/accounts/${encodeURIComponent(account)}/log`);
    ctx.attachment(file.filename);
    ctx.type = file.type ?? 'bin';
    ctx.body = file.content;
  });
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
