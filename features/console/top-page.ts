import type { OperationContext } from '../operators/index.js';
import { listTop, type topSorts, topSpans } from '../usage/index.js';
import { readFilters } from './forms.js';
import { type ConsoleRouter, renderPage } from './pages.js';

const FILTERS = ['span', 'from', 'to', 'endpoint', 'sort'] as const;

/** Labels of the columns that the lists are sorted by. */
const SORTS: Readonly<Record<(typeof topSorts)[number], string>> = {
  ...{ requests: 'Requests', credits: 'Credits', errors: 'Errors', p95: 'p95' },
};

/** Mounts `/operator/top`: the busiest accounts and endpoints of a window of time. */
export function mountTopPage(router: ConsoleRouter, context: OperationContext): void {
  router.get('/top', async (ctx) => {
    const given = FILTERS.flatMap((name) => {
      const value = ctx.query[name];
      return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [];
    });
    const filters: Partial<Record<(typeof FILTERS)[number], string>> = Object.fromEntries(given);
    const { input, refused } = readFilters(listTop.contract.request, filters);
    if (refused) ctx.status = 422;
    const [accounts, endpoints] = input
      ? await Promise.all([
          listTop.run({ ...input, by: 'account' }, context),
          listTop.run({ ...input, by: 'endpoint' }, context),
        ])
      : [];
    const rest = (without: readonly string[], more: Record<string, string> = {}) =>
      String(
        new URLSearchParams({
          ...Object.fromEntries(given.filter(([name]) => !without.includes(name ?? ''))),
          ...more,
        }),
      );
    const { span = '24h', sort = 'requests' } = filters;
    const view = {
      title: 'Top accounts and endpoints',
      filters,
      span,
      sort,
      spans: Object.keys(topSpans),
      sorts: SORTS,
    };
    renderPage(ctx, 'top', { ...view, rest, accounts, endpoints }, refused);
  });
}
