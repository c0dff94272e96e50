import { catalogue } from '../../shared/contract/catalogue/index.js';
import { NEVER } from '../../shared/contract/fields.js';
import { serviceScopes } from '../../shared/contract/service-scopes.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Clock } from '../../shared/process/clock.js';
import type { ReservationCollections } from '../../shared/store/reservations.js';
import type { AlertCollections } from '../alerts/index.js';
import { ALL, findKey, type KeyCollections, revokeKey, rotateKey, updateKey } from '../keys/index.js';
import type { MemberCollections } from '../members/index.js';
import type { OperationContext, OperatorCollections } from '../operators/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import type { Refused } from './forms.js';
import { type ConsoleContext, type ConsoleRouter, type FormOrder, show, takeForm } from './pages.js';

type Collections = Pick<AlertCollections, 'alerts'> &
  KeyCollections &
  Pick<LedgerCollections, 'wallets'> &
  Pick<MemberCollections, 'accounts'> &
  Pick<OperatorCollections, 'auditTrail' | 'trailIntents'> &
  ReservationCollections &
  Pick<WebhookCollections, 'messages'>;

interface Dependencies {
  readonly clock: Clock;
  readonly store: Collections;
}

type Store = Pick<AlertCollections, 'alerts'> &
  KeyCollections &
  Pick<LedgerCollections, 'wallets'> &
  Pick<MemberCollections, 'accounts'> &
  ReservationCollections &
  Pick<WebhookCollections, 'messages'>;

/** What the forms of keys offer to choose from: the groups with their endpoints, and the scopes that are none. */
export const keyChoices = {
  groups: [...new Set(catalogue.map(({ group }) => group))].map((group) => ({
    id: group.id,
    title: group.title,
    perSecond: group.ratePerSecond,
    endpoints: catalogue.filter((endpoint) => endpoint.group === group).map(({ id, title }) => ({ id, title })),
  })),
  others: [{ id: '*', title: 'Everything', byNameOnly: false }, ...serviceScopes],
};

/** Names of the fields that `key-fields.eta` shows. */
export const keyFields: readonly string[] = [
  ...['name', 'scopes', 'ip_ranges', 'expires_at', 'budget_per_day', 'budget_per_month'],
  ...[ALL, ...keyChoices.groups.map(({ id }) => id)].map((group) => `limits.${group}`),
];

/** A form on which nothing is ticked makes a key that may call nothing: by default it might call everything. */
export const NO_SCOPES = { scopes: [] };

/** What fields that were emptied take away from a key. */
const EMPTIED = {
  ...NO_SCOPES,
  ...{ ip_ranges: [], limits: {}, budget_per_day: 0, budget_per_month: 0, expires_at: NEVER },
};

/** What a page says that the form before it has done. */
const DONE: Record<string, string> = {
  changed: 'The key has been changed: every front knows within a second.',
  rotated: 'This key is issued in place of the other one, which still works for the time that was given.',
  revoked: 'The key has been revoked: every front refuses it within a second.',
};

/** The page of a key: what it may, rotation, and its end. */
export function keyPages(router: ConsoleRouter, services: Dependencies): void {
  const { store, clock } = services;
  const context: OperationContext<Store> = { store, clock };
  const toKey = (ctx: ConsoleContext, key: string, done: keyof typeof DONE) => {
    ctx.status = 303;
    ctx.redirect(`/operator/keys/${encodeURIComponent(key)}?done=${done}`);
  };
  const showKey = async (ctx: ConsoleContext, id: string, told: object = {}, refused?: Refused) => {
    const { row: key } = await findKey(context, id);
    const view = { title: `Key ${key.name}`, key, ...keyChoices, done: undefined, issued: undefined, ...told };
    show(ctx, 'key', view, refused);
  };
  const form = (name: string, emptied = {}): FormOrder => ({
    form: name,
    emptied,
    again: (ctx, { key = '' }, refused) => showKey(ctx, key, {}, refused),
  });

  router.get('/keys/:key', async (ctx) => {
    const { key = '' } = ctx.params;
    const issued = ctx.query.done === 'rotated' ? await ctx.state.takeOnce() : undefined;
    await showKey(ctx, key, { done: DONE[String(ctx.query.done)], issued });
  });
  const changed = (ctx: ConsoleContext, { key }: { key: string }) => toKey(ctx, key, 'changed');
  takeForm(router, '/keys/:key', keyFields, updateKey, services, changed, form('update', EMPTIED));
  takeForm(router, '/keys/:key/active', ['active'], updateKey, services, changed, form('active'));
  takeForm(
    router,
    '/keys/:key/rotate',
    ['overlap_seconds'],
    rotateKey,
    services,
    async (ctx, { key, api_key }) => {
      await ctx.state.keepOnce(api_key);
      toKey(ctx, key, 'rotated');
    },
    form('rotate'),
  );
  takeForm(
    router,
    '/keys/:key/end',
    [],
    revokeKey,
    services,
    (ctx, { key }) => toKey(ctx, key, 'revoked'),
    form('revoke'),
  );
}
