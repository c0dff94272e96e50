import {
  changeKeyByMember,
  findKey,
  isLive,
  issueKeyToMember,
  keySubject,
  listKeys,
  revokeKey,
  rotateKey,
} from '../keys/index.js';
import { requirePermission, type Sessions } from '../members/index.js';
import { findLastUseOfKeys } from '../requests/index.js';
import { readDone } from '../web/index.js';
import {
  isRestricted,
  type KeyFormValues,
  type KeyRow,
  keyFields,
  listScopeChoices,
  newKeyFormValues,
  readChange,
  readNewKey,
  readSentValues,
  toFormValues,
} from './key-fields.js';
import { handleForm, type PortalContext, type PortalRouter, type RefusedForm, showPage } from './pages.js';
import type { PortalServices } from './services.js';

type Services = Pick<PortalServices, 'clock' | 'offered' | 'store'>;

const PATH = '/account/keys';
const PER_PAGE = 50;

/** Periods for which a replaced key may still work. */
const OVERLAPS = [
  { seconds: 0, title: 'Stop it now' },
  { seconds: 3_600, title: '1 hour' },
  { seconds: 86_400, title: '1 day' },
  { seconds: 7 * 86_400, title: '7 days' },
  { seconds: 30 * 86_400, title: '30 days' },
] as const;
const DEFAULT_OVERLAP = 86_400;

const DONE: Record<string, string> = {
  changed: 'Key saved.',
  revoked: 'Key revoked.',
};

/** Pages of the keys of the account, on which members create, change, rotate and revoke them, by the operations of operators. */
export function mountKeyPages(router: PortalRouter, services: Services, sessions: Sessions): void {
  const { store, clock, offered } = services;
  const context = { store, clock };
  const formView = (
    values: KeyFormValues,
    problem: string | undefined,
    problems: Readonly<Record<string, string>>,
  ) => ({
    values,
    problem,
    /** Returns the problem of a field, or of a value in its list. */
    problemOf: (name: string) =>
      problems[name] ?? Object.entries(problems).find(([param]) => param.startsWith(`${name}[`))?.[1],
    choices: listScopeChoices(values, offered),
    isRestricted: isRestricted(values),
  });

  /** Lists the keys in a state. Each state has its own cursor in the query. */
  const list = async ({ query, state: { member } }: PortalContext, state: 'live' | 'ended') => {
    const after = query[state];
    const page = { account: member.account, state, limit: PER_PAGE };
    return listKeys.run({ ...page, ...(typeof after === 'string' && { after }) }, context);
  };

  const named = { subject: keySubject, id: ({ params }: PortalContext) => params.key ?? '' };

  /** @throws ApiError 404 for a key of another account */
  const ownKey = (ctx: PortalContext) => findKey(context, ctx.params.key ?? '', ctx.state.member.account);

  const showKeys = async (ctx: PortalContext, refused?: RefusedForm) => {
    const { member, sessionId } = ctx.state;
    const [live, ended] = [await list(ctx, 'live'), await list(ctx, 'ended')];
    const lastUsed = await findLastUses(services, member.account, live.keys);
    const issued = refused ? undefined : parseIssuedKey(await sessions.takeFlash(sessionId));
    const done = readDone(DONE, ctx.query);
    const values = refused ? readSentValues(refused.fields) : newKeyFormValues;
    const { problem, problems = {} } = refused ?? {};
    showPage(ctx, 'keys', {
      title: 'Keys',
      live,
      ended,
      lastUsed,
      issued,
      done,
      ...formView(values, problem, problems),
    });
  };

  const showKey = async (ctx: PortalContext, refused?: RefusedForm) => {
    const { key: stored, row: key } = await ownKey(ctx);
    const done = readDone(DONE, ctx.query);
    const values = refused ? readSentValues(refused.fields) : toFormValues(key);
    const view = {
      key,
      app: stored.connection,
      isLive: isLive(stored, clock.now()),
      done,
      graces: OVERLAPS,
      usualGrace: DEFAULT_OVERLAP,
    };
    showPage(ctx, 'key', { title: key.name, ...view, ...formView(values, refused?.problem, refused?.problems ?? {}) });
  };

  /** Shows the plain key once, on the next page of the session. */
  const showOnce = async (
    ctx: PortalContext,
    { key, name, api_key }: { key: string; name: string; api_key: string },
  ) => {
    await sessions.setFlash(ctx.state.sessionId, JSON.stringify({ key, name, api_key }));
    return { next: `${PATH}?issued`, id: key };
  };

  router.get('/keys', (ctx) => showKeys(ctx));
  handleForm(router, '/keys', {
    permission: 'keys',
    mutates: { action: 'key.create', subject: keySubject },
    fields: ['mode', ...keyFields],
    async run(ctx, fields) {
      const wanted = readNewKey(ctx.state.member.account, fields, clock.now());
      requireScopes(ctx, wanted.scopes);
      return showOnce(ctx, await issueKeyToMember(wanted, context));
    },
    refuse: showKeys,
  });
  router.get('/keys/:key', (ctx) => showKey(ctx));
  handleForm(router, '/keys/:key', {
    permission: 'keys',
    mutates: { action: 'key.change', ...named },
    fields: keyFields,
    async run(ctx, fields) {
      const own = await ownKey(ctx);
      const change = readChange(own, fields, clock.now());
      requireScopes(
        ctx,
        change.scopes?.filter((scope) => !own.key.scopes.includes(scope)),
      );
      const { key } = await changeKeyByMember(own.key, change, context);
      return `${PATH}/${key}?done=changed`;
    },
    refuse: showKey,
  });
  handleForm(router, '/keys/:key/rotate', {
    permission: 'keys',
    mutates: { action: 'key.rotate', ...named },
    fields: ['overlap_seconds'],
    async run(ctx, { overlap_seconds }) {
      const { id, scopes } = (await ownKey(ctx)).key;
      requireScopes(ctx, scopes);
      const grace = OVERLAPS.find(({ seconds }) => String(seconds) === overlap_seconds)?.seconds ?? DEFAULT_OVERLAP;
      const { next } = await showOnce(ctx, await rotateKey.run({ key: id, overlap_seconds: grace }, context));
      return next;
    },
  });
  handleForm(router, '/keys/:key/revoke', {
    permission: 'keys',
    mutates: { action: 'key.revoke', ...named },
    fields: [],
    async run(ctx) {
      const { id } = (await ownKey(ctx)).key;
      await revokeKey.run({ key: id }, context);
      return `${PATH}?done=revoked`;
    },
  });
}

/** Requires the permission of what a key opens by its scopes, so that a member gets no further by a key. @throws ApiError 403 */
function requireScopes({ state: { role } }: PortalContext, scopes: readonly string[] = []): void {
  if (scopes.includes('billing')) requirePermission(role, 'billing');
}

/** Finds the last use of each key in the latest requests of the account. */
async function findLastUses({ store, clock }: Services, account: string, keys: readonly KeyRow[]) {
  const ids = keys.map(({ key }) => key);
  return Object.fromEntries(await findLastUseOfKeys(store, account, ids, clock.now()));
}

const parseIssuedKey = (flash: string | undefined): { key: string; name: string; api_key: string } | undefined =>
  flash === undefined ? undefined : JSON.parse(flash);
