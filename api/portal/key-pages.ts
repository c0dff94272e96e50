import { errors } from '../../shared/contract/errors.js';
import { requestPage } from '../../shared/ledger/requests.js';
import type { Sessions } from '../../shared/members/sessions.js';
import { issue, listKeys, revoke, rotate, update } from '../../shared/operations/keys.js';
import type { Services } from '../call.js';
import {
  type KeyRow,
  type KeyValues,
  newKeyValues,
  readChange,
  readOrder,
  scopeChoices,
  sentValues,
  valuesOf,
} from './key-fields.js';
import { type PortalContext, type PortalRouter, type Refused, show, takeForm } from './pages.js';

const PATH = '/account/keys';

/** For how long a key that is replaced may go on, in seconds. */
const GRACES = [
  { seconds: 0, title: 'It stops at once' },
  { seconds: 3_600, title: 'An hour' },
  { seconds: 86_400, title: 'A day' },
  { seconds: 7 * 86_400, title: 'A week' },
  { seconds: 30 * 86_400, title: '30 days' },
] as const;
const USUAL_GRACE = 86_400;

/** What a page says that the form before it has done. */
const DONE: Record<string, string> = {
  changed: 'The key has been changed.',
  revoked: 'The key has been revoked: it is refused within a second.',
};

/** The keys of the account: what they are, may and spend, and new ones. All goes through the operations that operators have. */
export function keyPages(router: PortalRouter, services: Services, sessions: Sessions): void {
  const { store, clock } = services;
  const context = { store, clock };

  const keysOf = async (ctx: PortalContext): Promise<KeyRow[]> =>
    (await listKeys.run({ account: ctx.state.member.account }, context)).keys;

  /** @throws ApiError 404 for a key of another account */
  const ownKey = async (ctx: PortalContext): Promise<KeyRow> => {
    const { key: id = '' } = ctx.params;
    const key = (await keysOf(ctx)).find(({ key }) => key === id);
    if (!key) throw errors.keyUnknown({ key: id });
    return key;
  };

  const showKeys = async (ctx: PortalContext, refused?: Refused) => {
    const { member, sessionId } = ctx.state;
    const keys = await keysOf(ctx);
    const lastUsed = await lastUses(services, member.account, keys);
    const issued = refused ? undefined : readShown(await sessions.takeToShow(sessionId));
    const done = DONE[String(ctx.query.done)];
    const values = refused ? sentValues(refused.fields) : newKeyValues;
    const { problem, problems = {} } = refused ?? {};
    const now = clock.now();
    const isOver = ({ active, expires_at }: KeyRow) => !active || (expires_at !== null && new Date(expires_at) <= now);
    const [over, live] = [keys.filter(isOver), keys.filter((key) => !isOver(key))];
    show(ctx, 'keys', { title: 'Keys', live, over, lastUsed, issued, done, ...formView(values, problem, problems) });
  };

  const showKey = async (ctx: PortalContext, refused?: Refused) => {
    const key = await ownKey(ctx);
    const done = DONE[String(ctx.query.done)];
    const values = refused ? sentValues(refused.fields) : valuesOf(key);
    const view = { key, done, graces: GRACES, usualGrace: USUAL_GRACE };
    show(ctx, 'key', { title: key.name, ...view, ...formView(values, refused?.problem, refused?.problems ?? {}) });
  };

  /** Shows the plain key on the next page of the session, once: that page may be loaded again, and issues nothing. */
  const keepToShow = async (
    ctx: PortalContext,
    { key, name, api_key }: { key: string; name: string; api_key: string },
  ) => {
    await sessions.keepToShow(ctx.state.sessionId, JSON.stringify({ key, name, api_key }));
    return `${PATH}?issued#issued-key`;
  };

  router.get('/keys', (ctx) => showKeys(ctx));
  takeForm(router, '/keys', {
    run: async (ctx, fields) =>
      keepToShow(ctx, await issue.run(readOrder(ctx.state.member.account, fields, clock.now()), context)),
    refuse: showKeys,
  });
  router.get('/keys/:key', (ctx) => showKey(ctx));
  takeForm(router, '/keys/:key', {
    async run(ctx, fields) {
      const { key } = await update.run(readChange(await ownKey(ctx), fields, clock.now()), context);
      return `${PATH}/${key}?done=changed`;
    },
    refuse: showKey,
  });
  takeForm(router, '/keys/:key/rotate', {
    async run(ctx, { overlap_seconds }) {
      const { key } = await ownKey(ctx);
      const grace = GRACES.find(({ seconds }) => String(seconds) === overlap_seconds)?.seconds ?? USUAL_GRACE;
      return keepToShow(ctx, await rotate.run({ key, overlap_seconds: grace }, context));
    },
  });
  takeForm(router, '/keys/:key/revoke', {
    async run(ctx) {
      const { key } = await ownKey(ctx);
      await revoke.run({ key }, context);
      return `${PATH}?done=revoked`;
    },
  });
}

const formView = (values: KeyValues, problem: string | undefined, problems: Readonly<Record<string, string>>) => ({
  values,
  problem,
  /** What is wrong with a field, or with a value in its list. */
  problemOf: (name: string) =>
    problems[name] ?? Object.entries(problems).find(([param]) => param.startsWith(`${name}[`))?.[1],
  choices: scopeChoices,
});

/** When each key was last used, as far as the latest calls of the account tell. */
async function lastUses({ store, clock, testCalls }: Services, account: string, keys: readonly KeyRow[]) {
  const tests = keys.some(({ mode }) => mode === 'test') ? await testCalls.of(account).catch(() => []) : [];
  const uses = keys.map(async ({ key, mode }): Promise<[string, Date | string | undefined]> => {
    if (mode === 'test') return [key, tests.find((call) => call.key === key)?.at];
    const { calls } = await requestPage(store, account, { key, limit: 1 }, clock.now());
    return [key, calls[0]?.at];
  });
  return Object.fromEntries(await Promise.all(uses));
}

/** The key that was issued just now. */
const readShown = (kept: string | undefined): { key: string; name: string; api_key: string } | undefined =>
  kept === undefined ? undefined : JSON.parse(kept);
