import { MOST_CREDITS } from '../../../shared/contract/credits-input.js';
import { errors } from '../../../shared/contract/errors.js';
import { number, object } from '../../../shared/contract/fields.js';
import { readFields } from '../../../shared/contract/input.js';
import { baseUrl } from '../../../shared/process/config.js';
import { keySubject } from '../../keys/index.js';
import { addParameters, Connections, describeTarget, isVerified, toPolicySource } from '../../oauth/index.js';
import { handleForm, type PortalContext, type PortalRouter, type RefusedForm, showPage } from '../pages.js';
import type { PortalServices } from '../services.js';

/** Suggested monthly budget of an app, in credits. */
const SUGGESTED_BUDGET = '5';

const allowed = object({ budget_per_month: number({ minimum: 0.01, maximum: MOST_CREDITS }) });

/** The page on which a member connects an app to the account, or declines to. */
export function consentPage(
  router: PortalRouter,
  { store, clock, config, offered }: Pick<PortalServices, 'clock' | 'config' | 'offered' | 'store'>,
): void {
  const connections = new Connections(store, clock);
  const issuer = baseUrl(config);
  const groups = [...new Set(offered.map(({ group }) => group))].map(({ id, title }) => ({ id, title }));
  const ids = groups.map(({ id }) => id);

  const showConsent = async (ctx: PortalContext, id: string, refused?: RefusedForm) => {
    const { client, redirect_uri: redirectUri } = await connections.findRequest(id);
    // Browsers apply the policy to the redirect that follows the form as well.
    const policy = ctx.response.get('Content-Security-Policy');
    const target = toPolicySource(redirectUri);
    ctx.set('Content-Security-Policy', policy.replace(/form-action [^;]*/, `form-action 'self' ${target}`));
    ctx.set('Cross-Origin-Opener-Policy', 'unsafe-none');
    const { fields = {}, problem, problems = {} } = refused ?? {};
    showPage(ctx, 'consent', {
      title: `Connect ${client.name}`,
      ...{ accountName: ctx.state.account.name, address: ctx.state.member._id },
      ...{ request: id, app: client.name, target: describeTarget(redirectUri), groups, problem, problems },
      isVerified: isVerified(client.id, redirectUri),
      chosen: refused ? toTexts(fields.groups) : ids,
      budget: refused ? String(fields.budget_per_month ?? '') : SUGGESTED_BUDGET,
    });
  };

  router.get('/connections/new', (ctx) => showConsent(ctx, toTexts(ctx.query.request)[0] ?? ''));

  handleForm(router, '/connections/new', {
    permission: 'keys',
    mutates: { action: 'connection.create', subject: keySubject },
    fields: ['request', 'groups', 'budget_per_month'],
    async run({ state: { member } }, { request: id, groups: sent, budget_per_month }) {
      const chosen = toTexts(sent).filter((group) => ids.includes(group));
      if (chosen.length === 0) throw errors.connectionGroupsMissing();
      const budget = readFields(allowed, { budget_per_month }, 422);
      const order = { account: member.account, by: member._id, scopes: chosen, ...budget };
      const { key, code, request } = await connections.allow(String(id), order);
      const parameters = { code, state: request.state, iss: issuer };
      return { next: addParameters(request.redirect_uri, parameters), id: key.id };
    },
    refuse: (ctx, refused) => showConsent(ctx, String(refused.fields.request), refused),
  });

  handleForm(router, '/connections/new/cancel', {
    permission: 'self',
    mutates: 'nothing',
    fields: ['request'],
    async run(_, { request: id }) {
      const { redirect_uri, state } = await connections.completeRequest(String(id));
      return addParameters(redirect_uri, { error: 'access_denied', state, iss: issuer });
    },
  });
}

const toTexts = (value: unknown): string[] => [value].flat().filter((one) => typeof one === 'string');
