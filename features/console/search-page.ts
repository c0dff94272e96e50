import { normaliseQuery, search } from '../operations/index.js';
import type { OperationContext } from '../operators/index.js';
import { readForm } from '../web/index.js';
import { type ConsoleContext, type ConsoleRouter, renderPage } from './pages.js';

/**
 * Mounts the search of the bar. The form is posted and redirected, so that no whole key that someone pastes into it gets into a URL, and
 * with it into logs and the history of browsers.
 */
export function searchPage(router: ConsoleRouter, context: OperationContext): void {
  const redirect = (ctx: ConsoleContext, query: string) => {
    ctx.status = 303;
    ctx.redirect(`/operator/search?${new URLSearchParams({ q: query })}`);
  };

  router.post('/search', async (ctx) => {
    const { q } = await readForm(ctx, ['q']);
    redirect(ctx, normaliseQuery(String(q ?? '')));
  });
  router.get('/search', async (ctx) => {
    const typed = typeof ctx.query.q === 'string' ? ctx.query.q : '';
    const query = normaliseQuery(typed);
    if (query !== typed) return redirect(ctx, query);
    const { hits } = query === '' ? { hits: [] } : await search.run({ query }, context);
    const [only, ...others] = hits;
    if (only && others.length === 0) return ctx.redirect(only.page);
    renderPage(ctx, 'search', { title: 'Search', query, hits });
  });
}
