import { errors } from '../../shared/contract/errors.js';
import { flag, instant, list, named, nullable, object, oneOf, text } from '../../shared/contract/fields.js';
import { type Config, pagesUrl } from '../../shared/process/config.js';
import type { Caller } from '../web/index.js';
import { type Domain, type DomainCollections, domainKey, recordStates } from './collections.js';

/** Name of the TXT record that proves who owns a host. */
export const recordName = (host: string): string => `_utility-api.${host}`;

export const domainStates = ['pending', 'verified', 'inactive'] as const;

export const hostField = text({ maxLength: 253, description: 'Host name, e.g. go.example.com' });

/** A domain, as shown to its account. */
export const domainView = named(
  'Domain',
  object({
    host: text(),
    state: oneOf(domainStates, {
      description:
        'verified shows your pages; pending has not proved yet that it is yours; inactive has lost its TXT record',
    }),
    default: flag({ description: 'True if new QR codes encode URLs on this host' }),
    home_url: nullable(text({ description: 'URL that visitors of / are redirected to' })),
    not_found_url: nullable(text({ description: 'URL that visitors of an unknown name are redirected to' })),
    records: list(object({ type: oneOf(['TXT', 'CNAME']), name: text(), value: text() }), {
      description: 'DNS records to set: TXT proves that the host is yours, and has to stay; CNAME leads visitors here',
    }),
    checked: nullable(
      object(
        {
          at: instant(),
          record: oneOf(recordStates, {
            description: 'The TXT record; taken if another account has proved that the host is its own',
          }),
          points_here: nullable(
            flag({
              description: 'True if the host has an address of ours; false behind a proxy, too; null if unknown',
            }),
          ),
        },
        { description: 'The last look-up in DNS' },
      ),
    ),
    missing_since: nullable(instant({ description: 'Since when the TXT record is missing' })),
    expires_at: nullable(instant({ description: 'Deletion of the domain unless it is verified before' })),
    created_at: instant(),
    verified_at: nullable(instant()),
  }),
);

const readState = ({ verified_host, inactive }: Domain): (typeof domainStates)[number] => {
  if (!verified_host) return 'pending';
  return inactive ? 'inactive' : 'verified';
};

export type ViewSettings = Pick<Config, 'BASE_URL' | 'HOST' | 'PAGES_URL' | 'PORT'>;

export const toDomainView = (domain: Domain, config: ViewSettings) => {
  const { host, token, created, expires, verified, checked, missing_since, home_url, not_found_url } = domain;
  return {
    ...{ host, state: readState(domain), default: domain.default === true },
    home_url: home_url ?? null,
    not_found_url: not_found_url ?? null,
    records: [
      { type: 'TXT' as const, name: recordName(host), value: token },
      { type: 'CNAME' as const, name: host, value: new URL(pagesUrl(config)).hostname },
    ],
    checked: checked ? { ...checked, at: checked.at.toISOString() } : null,
    missing_since: missing_since?.toISOString() ?? null,
    expires_at: expires?.toISOString() ?? null,
    created_at: created.toISOString(),
    verified_at: verified?.toISOString() ?? null,
  };
};

/** Returns a domain of the caller's account. @throws ApiError 404 */
export async function requireDomain(
  { store, key }: { store: DomainCollections } & Pick<Caller, 'key'>,
  host: string,
): Promise<Domain> {
  const found = await store.domains.findOne({ _id: domainKey(key.account, host.toLowerCase()) });
  if (!found) throw errors.domainUnknown();
  return found;
}
