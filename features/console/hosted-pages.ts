import type { Config } from '../../shared/process/config.js';
import { pagesUrl } from '../../shared/process/config.js';
import type { OperationContext } from '../operators/index.js';
import { dismissReports, listAllPages, restorePage, showPage, takeDownPage } from '../pages/index.js';
import { readDone } from '../web/index.js';
import type { Refused } from './forms.js';
import { type ConsoleContext, type ConsoleRouter, type ConsoleServices, handleForm, renderPage } from './pages.js';

const PER_PAGE = 50;

/** Confirmations, by the `done` of the path that a form redirects to. */
const DONE: Record<string, string> = {
  'taken-down': 'Page taken down. Visitors see that it was removed; its owner sees the reason.',
  restored: 'Page restored. It is online again unless its owner has paused it.',
  dismissed: 'Reports dismissed.',
};

/** Mounts the list of hosted pages, reported ones first, and the page of one with its reports. */
export function mountExperiencePages(
  router: ConsoleRouter,
  services: ConsoleServices & { readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'> },
): void {
  const context: OperationContext = services;
  const redirect = (ctx: ConsoleContext, id: number, done: keyof typeof DONE) => {
    ctx.status = 303;
    ctx.redirect(`/operator/experiences/${id}?done=${done}`);
  };

  router.get('/experiences', async (ctx) => {
    const { search, after, all, down } = ctx.query;
    const searched = typeof search === 'string' ? search.trim().slice(0, 200) : '';
    const which = searched !== '' || all !== undefined ? 'all' : down !== undefined ? 'taken_down' : 'reported';
    const page = await listAllPages.run(
      {
        show: which,
        limit: PER_PAGE,
        ...(searched !== '' && { search: searched }),
        ...(typeof after === 'string' && /^\d{1,15}$/.test(after) && { after: Number(after) }),
      },
      context,
    );
    const rest = new URLSearchParams({
      ...(searched !== '' && { search: searched }),
      ...(all !== undefined && { all: '' }),
      ...(down !== undefined && { down: '' }),
    });
    renderPage(ctx, 'experiences', { title: 'Hosted pages', search: searched, which, rest: rest.toString(), ...page });
  });

  const renderOne = async (ctx: ConsoleContext, param: string, done?: string, refused?: Refused) => {
    const id = Number(param);
    const experience = await showPage.run({ id: Number.isSafeInteger(id) ? id : 0 }, context);
    const address = `${pagesUrl(services.config)}/e/${experience.code}`;
    renderPage(ctx, 'experience', { title: 'Hosted page', experience, address, done }, refused);
  };

  router.get('/experiences/:id', (ctx) => renderOne(ctx, ctx.params.id ?? '', readDone(DONE, ctx.query)));
  handleForm(
    router,
    '/experiences/:id/takedown',
    ['reason'],
    takeDownPage,
    services,
    (ctx, { id }) => redirect(ctx, id, 'taken-down'),
    { form: 'takedown', again: (ctx, { id = '' }, refused) => renderOne(ctx, id, undefined, refused) },
  );
  handleForm(router, '/experiences/:id/restore', [], restorePage, services, (ctx, { id }) =>
    redirect(ctx, id, 'restored'),
  );
  handleForm(router, '/experiences/:id/dismiss', [], dismissReports, services, (ctx, { id }) =>
    redirect(ctx, id, 'dismissed'),
  );
}
