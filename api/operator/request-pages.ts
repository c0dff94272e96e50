import { giveRefund } from '../../shared/operations/books.js';
import type { Services } from '../call.js';
import { findCall } from '../calls/story.js';
import { type ConsoleRouter, show, takeForm } from './pages.js';

/** The search for a call by its request id, and the call's timeline. */
export function requestPages(router: ConsoleRouter, services: Services): void {
  router.get('/requests', async (ctx) => {
    const asked = typeof ctx.query.id === 'string' ? ctx.query.id.trim().slice(0, 100) : '';
    const call = asked === '' ? undefined : await findCall(services, asked);
    if (asked !== '' && !call) ctx.status = 404;
    const done = typeof ctx.query.done === 'string';
    show(ctx, 'request', { title: 'Requests', asked, call, done });
  });
  takeForm(router, '/requests/:request_id/refund', giveRefund, services, (ctx, { request_id }) => {
    ctx.status = 303;
    ctx.redirect(`/operator/requests?id=${encodeURIComponent(request_id)}&done=refunded`);
  });
}
