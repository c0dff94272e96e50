import type Router from '@koa/router';
import type { Context } from 'koa';
import { giveRefund } from '../../shared/operations/books.js';
import type { Services } from '../call.js';
import type { ShowPage } from './console.js';
import { takeForm } from './forms.js';
import { storyOf } from './story.js';

/** The search for a call by its request id, and the call's whole story. */
export function requestPages(router: Router, services: Services, show: ShowPage): void {
  const { store, sender, results } = services;
  const sources = { store, queues: sender.queues, results };

  router.get('/requests', async (ctx) => {
    const asked = typeof ctx.query.id === 'string' ? ctx.query.id.trim().slice(0, 100) : '';
    const story = asked === '' ? undefined : await storyOf(sources, asked);
    if (asked !== '' && !story) ctx.status = 404;
    const done = typeof ctx.query.done === 'string';
    show(ctx as unknown as Context, 'request', { title: 'Requests', asked, story, done });
  });
  takeForm(router, '/requests/:request_id/refund', giveRefund, services, (ctx, { request_id }) => {
    ctx.status = 303;
    ctx.redirect(`/operator/requests?id=${encodeURIComponent(request_id)}&done=refunded`);
  });
}
