import type Router from '@koa/router';
import { errors } from '../../shared/contract/errors.js';
import { balance, toCredits } from '../../shared/ledger/amounts.js';
import { usageReport } from '../../shared/ledger/usage-report.js';
import { covers } from '../access/authenticator.js';
import type { Services } from '../call.js';
import { account, usage } from './account-contracts.js';
import { answer } from './answer.js';
import { job } from './job-contract.js';
import { limitsOf } from './limits.js';
import { tokens } from './token-contract.js';

/** What a caller can ask beside the endpoints, free of charge: account, usage, tokens, asynchronous jobs. */
export function serviceRoutes(router: Router, services: Services): void {
  answer(router, account, services, async (_, { store, clock }, key) => {
    const owner = await store.accounts.findOne({ _id: key.account });
    const wallet = await store.wallets.findOne({ _id: key.account });
    const now = clock.now();
    const lots = (wallet?.lots ?? []).filter((lot) => lot.expires > now);
    return {
      account: key.account,
      name: owner?.name ?? key.account,
      balance: toCredits(balance(lots, now)),
      held: toCredits((wallet?.open ?? []).reduce((total, hold) => total + hold.cost, 0)),
      lots: lots.map(({ id, bought, expires, left }) => ({
        id,
        bought_at: bought.toISOString(),
        expires_at: expires.toISOString(),
        credits_left: toCredits(left),
      })),
      key: {
        id: key.id,
        name: key.name,
        prefix: key.prefix,
        scopes: key.scopes,
        active: key.active,
        expires_at: key.expires?.toISOString() ?? null,
      },
      limits: limitsOf(key),
    };
  });

  answer(router, usage, services, (input, { store, clock }, key) =>
    usageReport(store, key.account, input, clock.now()),
  );

  answer(router, tokens, services, async (input, { tokens: signer, clock }, key) => {
    const scopes = input.scopes ?? key.scopes;
    if (!scopes.every((scope) => covers(key.scopes, scope))) throw errors.scopesTooWide();
    const expires = new Date(clock.now().getTime() + input.expires_in * 1_000);
    const claims = { key: key._id, scopes, ...(input.origin === undefined ? {} : { origin: input.origin }) };
    return {
      token: await signer.sign(claims, expires),
      expires_at: expires.toISOString(),
      scopes,
      origin: input.origin ?? null,
    };
  });

  answer(router, job, services, async ({ job_id }, { results, sender }, key) => {
    const owner = await results.ownerOf(job_id);
    if (!owner || owner.account !== key.account) throw errors.jobUnknown();
    const reply = await results.replyTo(job_id);
    if (reply) {
      const body: unknown = reply.encoding === 'base64' ? reply.body : JSON.parse(reply.body);
      return { job_id, state: 'finished' as const, status: reply.status, body };
    }
    const state = (await sender.stateOf(owner.pool, job_id)) === 'active' ? ('running' as const) : ('queued' as const);
    return { job_id, state, status: null, body: null };
  });
}
