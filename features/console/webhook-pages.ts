import type { Clock } from '../../shared/process/clock.js';
import type { OperationContext, OperatorCollections } from '../operators/index.js';
import { listDeliveries, listFailingWebhooks, listWebhooks, repeatDelivery } from '../webhooks/index.js';
import { type ConsoleRouter, show, takeForm } from './pages.js';

interface Dependencies {
  readonly clock: Clock;
  readonly store: Pick<OperatorCollections, 'auditTrail' | 'trailIntents'>;
}

const PER_PAGE = 50;

/** The pages about webhooks: those that fail, those of an account, and the deliveries of one. */
export function webhookPages(router: ConsoleRouter, services: Dependencies): void {
  const context: OperationContext<object> = services;
  const pathOf = (account: string, webhook: string) =>
    `/operator/webhooks/${encodeURIComponent(account)}/${encodeURIComponent(webhook)}`;

  router.get('/webhooks', async (ctx) => {
    const asked = typeof ctx.query.account === 'string' ? ctx.query.account.trim().slice(0, 100) : '';
    const { webhooks } =
      asked === '' ? await listFailingWebhooks.run({}, context) : await listWebhooks.run({ account: asked }, context);
    show(ctx, 'webhooks', { title: 'Webhooks', asked, webhooks, pathOf });
  });

  router.get('/webhooks/:account/:webhook', async (ctx) => {
    const { account = '', webhook = '' } = ctx.params;
    const after = typeof ctx.query.after === 'string' ? { after: ctx.query.after } : {};
    const page = await listDeliveries.run({ account, webhook, limit: PER_PAGE, ...after }, context);
    const done = typeof ctx.query.done === 'string';
    show(ctx, 'deliveries', { title: 'Deliveries', account, webhook, path: pathOf(account, webhook), done, ...page });
  });
  takeForm(router, '/deliveries/:delivery/repeat', [], repeatDelivery, services, (ctx, { account, webhook }) => {
    ctx.status = 303;
    ctx.redirect(`${pathOf(account, webhook)}?done=repeated`);
  });
}
