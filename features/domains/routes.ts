import { randomBytes } from 'node:crypto';
import { DOMAIN_CLAIM_DAYS, LONGEST_ADDRESS, MOST_DOMAINS } from '../../shared/contract/bounds.js';
import { errors, invalidInput } from '../../shared/contract/errors.js';
import { flag, list, object, oneOf, optional, text } from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import { isDuplicate } from '../../shared/store/insert-new.js';
import { type ReservationCollections, writeWithinLimit } from '../../shared/store/reservations.js';
import { requireOpenAccount } from '../members/index.js';
import { accountRoute, type Caller } from '../web/index.js';
import { type CheckContext, checkDomain } from './check.js';
import { type Domain, domainKey } from './collections.js';
import { readHost } from './read-host.js';
import { domainChange } from './subjects.js';
import { domainView, hostField, requireDomain, toDomainView } from './view.js';

const redirectUrl = (description: string) =>
  text({
    ...{ minLength: 0, maxLength: LONGEST_ADDRESS, pattern: '^$|^https?://[^\\s/]', shape: 'an http or https URL' },
    description: `${description}; empty text removes it`,
  });

/** Dependencies of the routes. */
export type DomainContext = Omit<CheckContext, 'store'> &
  Caller & { readonly store: CheckContext['store'] & ReservationCollections };

const scope = 'pages';
const example = { host: 'go.example.com' };
const DAY_MS = 86_400_000;

export const createDomain = accountRoute(
  route({
    name: 'createDomain',
    title: 'Add a domain',
    method: 'POST',
    path: '/v1/domains',
    scope,
    summary:
      'Adds a host name of your own for your hosted pages, and returns the DNS records to set. Verify it within ' +
      `${DOMAIN_CLAIM_DAYS} days`,
    request: object({ host: hostField }),
    response: domainView,
    errors: [errors.domainRefused, errors.domainExists, errors.tooManyDomains, errors.accountIsClosed],
    example: { request: { host: 'links.example.com' } },
  }),
  async ({ host: typed }, { store, clock, config, key: { account } }: DomainContext) => {
    const host = readHost(typed, config);
    await requireOpenAccount(store, account);
    const created = clock.now();
    const domain: Domain = {
      ...{ _id: domainKey(account, host), account, host, created },
      token: `utility-api-verification=${randomBytes(20).toString('hex')}`,
      expires: new Date(created.getTime() + DOMAIN_CLAIM_DAYS * DAY_MS),
    };
    const reservation = {
      ...{ limited: `${account}/domains`, most: MOST_DOMAINS, id: domain._id, clock },
      refusal: errors.tooManyDomains({ limit: MOST_DOMAINS }),
      countOthers: (except: string[]) =>
        store.domains.countDocuments({ account, _id: { $nin: except } }, { limit: MOST_DOMAINS }),
    };
    try {
      await writeWithinLimit(store.reservations, reservation, () => store.domains.insertOne(domain));
    } catch (error) {
      throw isDuplicate(error) ? errors.domainExists() : error;
    }
    return toDomainView(domain, config);
  },
  { ...domainChange, action: 'domain.create', id: (_, account, answer) => answer && domainKey(account, answer.host) },
);

export const listDomains = accountRoute(
  route({
    name: 'domains',
    title: 'List domains',
    method: 'GET',
    path: '/v1/domains',
    scope,
    summary: 'Lists the domains of the account with their DNS records and states',
    request: object({}),
    response: object({ domains: list(domainView) }),
    example: { request: {} },
  }),
  async (_, { store, config, key: { account } }: DomainContext) => {
    const found = await store.domains.find({ account }, { sort: { _id: 1 }, limit: 2 * MOST_DOMAINS }).toArray();
    return { domains: found.map((domain) => toDomainView(domain, config)) };
  },
);

export const readDomain = accountRoute(
  route({
    name: 'domain',
    title: 'Get a domain',
    method: 'GET',
    path: '/v1/domains/{host}',
    scope,
    summary: 'Returns a domain with its DNS records and state',
    request: object({ host: hostField }),
    response: domainView,
    errors: [errors.domainUnknown],
    example: { request: example },
  }),
  async ({ host }, context: DomainContext) => toDomainView(await requireDomain(context, host), context.config),
);

export const verifyDomain = accountRoute(
  route({
    name: 'verifyDomain',
    title: 'Verify a domain',
    method: 'POST',
    path: '/v1/domains/{host}/verify',
    scope,
    ratePerSecond: 2,
    summary:
      'Looks up the DNS records of a domain. With its TXT record the domain is verified, and shows your hosted pages. ' +
      '`checked` says what was found',
    request: object({ host: hostField }),
    response: domainView,
    errors: [errors.domainUnknown],
    example: { request: example },
  }),
  async ({ host }, context: DomainContext) => {
    const domain = await checkDomain(context, await requireDomain(context, host), context.requestId);
    if (!domain) throw errors.domainUnknown();
    return toDomainView(domain, context.config);
  },
  { ...domainChange, action: 'domain.verify' },
);

export const changeDomain = accountRoute(
  route({
    name: 'changeDomain',
    title: 'Change a domain',
    method: 'PATCH',
    path: '/v1/domains/{host}',
    scope,
    summary: 'Makes a domain the default of new QR codes, or changes where visitors without a page are redirected',
    request: object({
      host: hostField,
      default: optional(
        flag({
          description: 'True if new codes and the URLs of your pages use this domain; one domain is the default',
        }),
      ),
      home_url: optional(redirectUrl('URL that visitors of / are redirected to')),
      not_found_url: optional(redirectUrl('URL that visitors of an unknown name are redirected to')),
    }),
    response: domainView,
    errors: [errors.domainUnknown, errors.domainNotVerified],
    example: { request: { ...example, default: true, home_url: 'https://example.com/' } },
  }),
  async ({ host, default: isDefault, home_url, not_found_url }, context: DomainContext) => {
    const { store, config } = context;
    const domain = await requireDomain(context, host);
    for (const [param, url] of Object.entries({ home_url, not_found_url }))
      if (url && !URL.canParse(url)) throw invalidInput(422, `${param} must be an http or https URL`, param);
    if (isDefault) {
      if (!domain.verified_host || domain.inactive) throw errors.domainNotVerified();
      await store.domains.updateMany(
        { account: domain.account, default: true, _id: { $ne: domain._id } },
        { $unset: { default: true } },
      );
    }
    const changes = Object.entries({ default: isDefault, home_url, not_found_url });
    const set = changes.filter(([, value]) => value);
    const unset = changes.filter(([, value]) => value === '' || value === false).map(([name]) => [name, true]);
    if (set.length + unset.length === 0) return toDomainView(domain, config);
    const after = await store.domains.findOneAndUpdate(
      { _id: domain._id },
      {
        ...(set.length > 0 && { $set: Object.fromEntries(set) }),
        ...(unset.length > 0 && { $unset: Object.fromEntries(unset) }),
      },
      { returnDocument: 'after' },
    );
    if (!after) throw errors.domainUnknown();
    return toDomainView(after, config);
  },
  { ...domainChange, action: 'domain.change' },
);

export const deleteDomain = accountRoute(
  route({
    name: 'deleteDomain',
    title: 'Delete a domain',
    method: 'DELETE',
    path: '/v1/domains/{host}',
    scope,
    summary: 'Deletes a domain. Within seconds it shows no pages, and QR codes with it stop working',
    request: object({ host: hostField }),
    response: object({ host: hostField, state: oneOf(['deleted']) }),
    errors: [errors.domainUnknown],
    example: { request: example },
  }),
  async ({ host }, context: DomainContext) => {
    const { _id, host: deleted } = await requireDomain(context, host);
    await context.store.domains.deleteOne({ _id });
    return { host: deleted, state: 'deleted' as const };
  },
  { ...domainChange, action: 'domain.delete' },
);

/** Routes of the account API for domains. */
export const domainRoutes = [createDomain, listDomains, readDomain, verifyDomain, changeDomain, deleteDomain] as const;
