import { catalogue } from '../../shared/contract/catalogue/index.js';
import { NEVER } from '../../shared/contract/fields.js';
import { serviceScopes } from '../../shared/contract/service-scopes.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { ReservationCollections } from '../../shared/store/reservations.js';
import type { AlertCollections } from '../alerts/index.js';
import { ALL, findKey, type KeyCollections, revokeKey, rotateKey, updateKey } from '../keys/index.js';
import type { MemberCollections } from '../members/index.js';
import type { OperationContext } from '../operators/index.js';
import { readDone } from '../web/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import type { Refused } from './forms.js';
import {
  type ConsoleContext,
  type ConsoleRouter,
  type ConsoleServices,
  type FormOptions,
  handleForm,
  renderPage,
} from './pages.js';

type Store = Pick<AlertCollections, 'alerts'> &
  KeyCollections &
  Pick<LedgerCollections, 'wallets'> &
  Pick<MemberCollections, 'accounts'> &
  ReservationCollections &
  Pick<WebhookCollections, 'messages'>;

/** Choices in the forms of keys: the groups with their endpoints, and the other scopes. */
export const keyChoices = {
  groups: [...new Set(catalogue.map(({ group }) => group))].map((group) => ({
    id: group.id,
    title: group.title,
    perSecond: group.ratePerSecond,
    endpoints: catalogue.filter((endpoint) => endpoint.group === group).map(({ id, title }) => ({ id, title })),
  })),
  others: [{ id: '*', title: 'Everything', byNameOnly: false }, ...serviceScopes],
};

/** Fields of `key-fields.eta`. */
export const keyFields: readonly string[] = [
  ...['name', 'scopes', 'ip_ranges', 'expires_at', 'budget_per_day', 'budget_per_month'],
  ...[ALL, ...keyChoices.groups.map(({ id }) => id)].map((group) => `limits.${group}`),
];

/** A form without a ticked scope creates a key without scopes. The default of the operation is all scopes. */
export const NO_SCOPES = { scopes: [] };

/** Values of emptied fields. */
const EMPTIED = {
  ...NO_SCOPES,
  ...{ ip_ranges: [], limits: {}, budget_per_day: 0, budget_per_month: 0, expires_at: NEVER },
};

/** Confirmations, by the `done` of the path that a form redirects to. */
const DONE: Record<string, string> = {
  changed: 'Key updated. The change takes effect within a second.',
  rotated: 'Key rotated. The previous key keeps working until the overlap ends.',
  revoked: 'Key revoked. Requests with it are refused within a second.',
};

/** Mounts the page of a key: permissions, rotation, and revocation. */
export function mountKeyPages(router: ConsoleRouter, services: ConsoleServices & { readonly store: Store }): void {
  const { store, clock } = services;
  const context: OperationContext<Store> = { store, clock };
  const redirect = (ctx: ConsoleContext, key: string, done: keyof typeof DONE) => {
    ctx.status = 303;
    ctx.redirect(`/operator/keys/${encodeURIComponent(key)}?done=${done}`);
  };
  const renderKey = async (ctx: ConsoleContext, id: string, extra: object = {}, refused?: Refused) => {
    const { row: key } = await findKey(context, id);
    const view = { title: `Key ${key.name}`, key, ...keyChoices, done: undefined, issued: undefined, ...extra };
    renderPage(ctx, 'key', view, refused);
  };
  const form = (name: string, emptied = {}): FormOptions => ({
    form: name,
    emptied,
    again: (ctx, { key = '' }, refused) => renderKey(ctx, key, {}, refused),
  });

  router.get('/keys/:key', async (ctx) => {
    const { key = '' } = ctx.params;
    const issued = ctx.query.done === 'rotated' ? await ctx.state.takeOnce() : undefined;
    await renderKey(ctx, key, { done: readDone(DONE, ctx.query), issued });
  });
  const changed = (ctx: ConsoleContext, { key }: { key: string }) => redirect(ctx, key, 'changed');
  handleForm(router, '/keys/:key', keyFields, updateKey, services, changed, form('update', EMPTIED));
  handleForm(router, '/keys/:key/active', ['active'], updateKey, services, changed, form('active'));
  handleForm(
    router,
    '/keys/:key/rotate',
    ['overlap_seconds'],
    rotateKey,
    services,
    async (ctx, { key, api_key }) => {
      await ctx.state.storeOnce(api_key);
      redirect(ctx, key, 'rotated');
    },
    form('rotate'),
  );
  handleForm(
    router,
    '/keys/:key/end',
    [],
    revokeKey,
    services,
    (ctx, { key }) => redirect(ctx, key, 'revoked'),
    form('revoke'),
  );
}
