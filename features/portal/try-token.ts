import type { RouterContext } from '@koa/router';
import type { Middleware } from 'koa-compose';
import { baseUrl } from '../../shared/process/config.js';
import { createToken, findTestKey, TOKEN_MAX_SECONDS } from '../keys/index.js';
import { can, findOwner, findRole, type Sessions } from '../members/index.js';
import { isCrossSite } from '../web/index.js';
import { requireJson } from './member-context.js';
import type { PortalServices } from './services.js';
import { HOME, readSessionId } from './session.js';

const PATH = `${HOME}/try-token`;

/**
 * Gives the forms of the documentation a short-lived token, if a member is signed in who may send requests, and whose account has a test key: requests with it return
 * examples and are free. Keys themselves cannot be shown again, as only their hashes are stored. All others get none.
 */
export function tryToken(
  sessions: Sessions,
  { store, clock, tokens, config }: Pick<PortalServices, 'store' | 'clock' | 'tokens' | 'config'>,
): Middleware<RouterContext> {
  return async function tryToken(ctx, next) {
    if (ctx.path !== PATH || ctx.method !== 'POST') return next();
    const id = isCrossSite(ctx) ? undefined : readSessionId(ctx);
    const session = id && (await sessions.find(id));
    const member = session && (await store.members.findOne({ _id: session.owner }));
    if (!member) {
      ctx.body = { member: false };
      return;
    }
    const account = await store.accounts.findOne({ _id: member.account });
    const owner = await findOwner(store, member.account);
    const isBeingRemoved = account?.removing?.includes(member._id) ?? false;
    const mayRequest = !isBeingRemoved && can(findRole(member, owner), 'requests');
    const key = account?.suspended || !mayRequest ? undefined : await findTestKey(store, member.account, clock.now());
    const context = key && { tokens, clock, key, requestId: '' };
    const request = { expires_in: TOKEN_MAX_SECONDS, origin: new URL(baseUrl(config)).origin };
    const created = context && requireJson(await createToken.run(request, context));
    ctx.body = { member: true, token: created?.token ?? null, expires_at: created?.expires_at ?? null };
  };
}
