import type { OperationContext } from '../operators/index.js';
import { listDeliveries, listFailingWebhooks, listWebhooks, repeatDelivery } from '../webhooks/index.js';
import { type ConsoleRouter, type ConsoleServices, handleForm, renderPage } from './pages.js';

const PER_PAGE = 50;

/** Mounts the lists of failing webhooks and of an account's webhooks, and the deliveries of one. */
export function mountWebhookPages(router: ConsoleRouter, services: ConsoleServices): void {
  const context: OperationContext = services;
  const buildPath = (account: string, webhook: string) =>
    `/operator/webhooks/${encodeURIComponent(account)}/${encodeURIComponent(webhook)}`;

  router.get('/webhooks', async (ctx) => {
    const search = typeof ctx.query.account === 'string' ? ctx.query.account.trim().slice(0, 100) : '';
    const { webhooks } =
      search === '' ? await listFailingWebhooks.run({}, context) : await listWebhooks.run({ account: search }, context);
    renderPage(ctx, 'webhooks', { title: 'Webhooks', search, webhooks, buildPath });
  });

  router.get('/webhooks/:account/:webhook', async (ctx) => {
    const { account = '', webhook = '' } = ctx.params;
    const after = typeof ctx.query.after === 'string' ? { after: ctx.query.after } : {};
    const page = await listDeliveries.run({ account, webhook, limit: PER_PAGE, ...after }, context);
    const done = typeof ctx.query.done === 'string';
    renderPage(ctx, 'deliveries', {
      title: 'Deliveries',
      account,
      webhook,
      path: buildPath(account, webhook),
      done,
      ...page,
    });
  });
  handleForm(router, '/deliveries/:delivery/repeat', [], repeatDelivery, services, (ctx, { account, webhook }) => {
    ctx.status = 303;
    ctx.redirect(`${buildPath(account, webhook)}?done=repeated`);
  });
}
