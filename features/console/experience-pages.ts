import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import { pagesUrl } from '../../shared/process/config.js';
import type { OperationContext, OperatorCollections } from '../operators/index.js';
import { dismissReports, listAllPages, restorePage, showPage, takeDownPage } from '../pages/index.js';
import type { Refused } from './forms.js';
import { type ConsoleContext, type ConsoleRouter, show, takeForm } from './pages.js';

interface Dependencies {
  readonly clock: Clock;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly store: Pick<OperatorCollections, 'auditTrail' | 'trailIntents'>;
}

const PER_PAGE = 50;

/** What a page says that the form before it has done. */
const DONE: Record<string, string> = {
  'taken-down': 'The page has been taken down: visitors are shown that it was, its owner is shown the reason.',
  restored: 'The page is shown again, unless its owner has paused it.',
  dismissed: 'The reports have been dropped.',
};

/** The pages about hosted pages: those that were reported, a search, and one with its reports. */
export function experiencePages(router: ConsoleRouter, services: Dependencies): void {
  const context: OperationContext<object> = services;
  const toExperience = (ctx: ConsoleContext, id: number, done: keyof typeof DONE) => {
    ctx.status = 303;
    ctx.redirect(`/operator/experiences/${id}?done=${done}`);
  };

  router.get('/experiences', async (ctx) => {
    const { search, after, all, down } = ctx.query;
    const asked = typeof search === 'string' ? search.trim().slice(0, 200) : '';
    const which = asked !== '' || all !== undefined ? 'all' : down !== undefined ? 'taken_down' : 'reported';
    const page = await listAllPages.run(
      {
        show: which,
        limit: PER_PAGE,
        ...(asked !== '' && { search: asked }),
        ...(typeof after === 'string' && /^\d{1,15}$/.test(after) && { after: Number(after) }),
      },
      context,
    );
    const rest = new URLSearchParams({
      ...(asked !== '' && { search: asked }),
      ...(all !== undefined && { all: '' }),
      ...(down !== undefined && { down: '' }),
    });
    show(ctx, 'experiences', { title: 'Hosted pages', asked, which, rest: rest.toString(), ...page });
  });

  const showOne = async (ctx: ConsoleContext, asked: string, done?: string, refused?: Refused) => {
    const id = Number(asked);
    const experience = await showPage.run({ id: Number.isSafeInteger(id) ? id : 0 }, context);
    const address = `${pagesUrl(services.config)}/e/${experience.code}`;
    show(ctx, 'experience', { title: 'Hosted page', experience, address, done }, refused);
  };

  router.get('/experiences/:id', (ctx) => showOne(ctx, ctx.params.id ?? '', DONE[String(ctx.query.done)]));
  takeForm(
    router,
    '/experiences/:id/takedown',
    ['reason'],
    takeDownPage,
    services,
    (ctx, { id }) => toExperience(ctx, id, 'taken-down'),
    { form: 'takedown', again: (ctx, { id = '' }, refused) => showOne(ctx, id, undefined, refused) },
  );
  takeForm(router, '/experiences/:id/restore', [], restorePage, services, (ctx, { id }) =>
    toExperience(ctx, id, 'restored'),
  );
  takeForm(router, '/experiences/:id/dismiss', [], dismissReports, services, (ctx, { id }) =>
    toExperience(ctx, id, 'dismissed'),
  );
}
