import { DOMAIN_CLAIM_DAYS, DOMAIN_GRACE_DAYS, MOST_DOMAINS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import {
  changeDomain,
  createDomain,
  deleteDomain,
  domainKey,
  domainSubject,
  listDomains,
  verifyDomain,
} from '../domains/index.js';
import { readDone } from '../web/index.js';
import { createMemberContext, requireJson } from './member-context.js';
import { handleForm, type PortalContext, type PortalRouter, type RefusedForm, showPage } from './pages.js';
import type { PortalServices } from './services.js';

const PATH = '/account/settings/domains';
/** Checks of the domains of an account per second, since each looks up DNS. */
const CHECKS_PER_SECOND = 2;

const DONE: Record<string, string> = {
  added: 'Domain added. Set its DNS records, then verify it.',
  checked: 'DNS records checked.',
  changed: 'Domain saved.',
  deleted: 'Domain deleted.',
};

/** Page and forms of the domains on which the account shows its pages. */
export function mountDomainPages(router: PortalRouter, services: PortalServices): void {
  const showDomains = async (ctx: PortalContext, refused?: RefusedForm) => {
    const { domains } = requireJson(await listDomains.run({}, createMemberContext(services, ctx)));
    const { fields, problem, problems = {} } = refused ?? {};
    // Each domain has a form with these fields; the values of a refused one belong to one of them.
    const isNew = fields?.host !== undefined && !domains.some(({ host }) => host === fields.host);
    showPage(ctx, 'domains', {
      title: 'Domains',
      ...{ domains, most: MOST_DOMAINS, claimDays: DOMAIN_CLAIM_DAYS, graceDays: DOMAIN_GRACE_DAYS },
      refusedHost: isNew ? undefined : fields?.host,
      values: fields ?? {},
      ...{ problem, problems },
      done: readDone(DONE, ctx.query),
    });
  };

  const mutates = (action: 'domain.verify' | 'domain.change' | 'domain.delete') => ({
    ...{ action, subject: domainSubject },
    id: ({ state }: PortalContext, { host }: { host?: unknown }) =>
      domainKey(state.member.account, readHostField(host)),
  });

  router.get('/settings/domains', (ctx) => showDomains(ctx));

  handleForm(router, '/settings/domains', {
    permission: 'pages',
    mutates: { action: 'domain.create', subject: domainSubject },
    fields: ['host'],
    async run(ctx, fields) {
      const host = readHostField(fields.host);
      const created = requireJson(await createDomain.run({ host }, createMemberContext(services, ctx)));
      return { next: `${PATH}?done=added`, id: domainKey(ctx.state.member.account, created.host) };
    },
    refuse: showDomains,
  });

  handleForm(router, '/settings/domains/verify', {
    permission: 'pages',
    mutates: mutates('domain.verify'),
    fields: ['host'],
    async run(ctx, fields) {
      const { allowed } = await services.rateLimiter.count(`domains:${ctx.state.member.account}`, CHECKS_PER_SECOND);
      if (!allowed) throw errors.tooManyRequests();
      await verifyDomain.run({ host: readHostField(fields.host) }, createMemberContext(services, ctx));
      return `${PATH}?done=checked`;
    },
    refuse: showDomains,
  });

  handleForm(router, '/settings/domains/change', {
    permission: 'pages',
    mutates: mutates('domain.change'),
    fields: ['host', 'default', 'home_url', 'not_found_url'],
    async run(ctx, { host, home_url, not_found_url, ...fields }) {
      const urls = { home_url: String(home_url ?? '').trim(), not_found_url: String(not_found_url ?? '').trim() };
      const request = { host: readHostField(host), default: fields.default === '1', ...urls };
      await changeDomain.run(request, createMemberContext(services, ctx));
      return `${PATH}?done=changed`;
    },
    refuse: showDomains,
  });

  handleForm(router, '/settings/domains/delete', {
    permission: 'pages',
    mutates: mutates('domain.delete'),
    fields: ['host'],
    async run(ctx, fields) {
      await deleteDomain.run({ host: readHostField(fields.host) }, createMemberContext(services, ctx));
      return `${PATH}?done=deleted`;
    },
    refuse: showDomains,
  });
}

/** @throws ApiError 422 for a field that is missing */
function readHostField(host: unknown): string {
  if (typeof host !== 'string' || host.trim() === '' || host.length > 253)
    throw errors.domainRefused({ problem: 'must be a host name such as go.example.com' });
  return host.trim();
}
