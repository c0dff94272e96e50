import type { mailchecker } from '../../shared/contract/catalogue/mailchecker.js';
import type { Output } from '../../shared/contract/contract.js';
import type { DnsRecord, DnsResult, RecordType, Resolver } from '../lib/dns.js';
import { registrable } from './domains.js';
import { findMailCompany, parkingOperators } from './mail-hosts.js';

type Checks = Output<typeof mailchecker>['checks'];
export type MailState = Checks['mail'];
type Dmarc = NonNullable<Checks['dmarc']>;

/** Mail records of a domain; null if unknown in time. */
export interface MailRecords {
  readonly mail: MailState;
  /** Mail hosts, the preferred first. */
  readonly mx: readonly string[];
  /** Company that receives the email; null if none of the well-known ones does. */
  readonly mxProvider: string | null;
  readonly parked: boolean | null;
  readonly spf: boolean | null;
  readonly dmarc: Dmarc | null;
}

/** Maximum mail hosts whose addresses are looked up, until one has an address: mostly the first has. */
const HOSTS_LOOKED_AT = 3;

type Find = (name: string, type: RecordType) => Promise<DnsResult>;

/**
 * Looks up the mail records of a domain: MX with the fallback to its addresses (RFC 5321 section 5.1), null MX (RFC 7505), SPF (RFC 7208),
 * DMARC (RFC 7489), and name servers to detect parking.
 *
 * @param signal ends the lookup; what is missing then is `unknown` or null
 * @param now the current time, in ms since the epoch
 */
export async function lookUp(
  domain: string,
  resolver: Resolver,
  signal: AbortSignal,
  now: number,
): Promise<MailRecords> {
  const find: Find = (name, type) => resolver.find(name, type, signal, now);
  const registered = registrable(domain);
  const [route, spf, dmarc, nameServers] = await Promise.all([
    findRoute(domain, find),
    find(domain, 'TXT'),
    findDmarc(domain, registered, find),
    find(registered, 'NS'),
  ]);
  const operators = [...route.mx, ...nameServers.records.map(({ ns }) => ns ?? '')].map(registrable);
  const isParked = operators.some((operator) => parkingOperators.has(operator));
  return {
    ...route,
    mxProvider: route.mx.map(findMailCompany).find((company) => company !== undefined) ?? null,
    parked: isParked || nameServers.state !== 'unknown' ? isParked : null,
    spf: spf.state === 'unknown' ? null : spf.records.some((record) => /^v=spf1(?: |$)/i.test(joinText(record))),
    dmarc,
  };
}

type Route = Pick<MailRecords, 'mail' | 'mx'>;

async function findRoute(domain: string, find: Find): Promise<Route> {
  const found = await find(domain, 'MX');
  if (found.state === 'unknown') return { mail: 'unknown', mx: [] };
  if (found.state === 'no_name') return { mail: 'none', mx: [] };
  if (found.state === 'no_records') return { mail: await findAddressRoute(domain, find), mx: [] };
  const exchanges = found.records
    .toSorted((one, other) => (one.priority ?? 0) - (other.priority ?? 0))
    .map(({ exchange }) => (exchange ?? '').toLowerCase());
  const mx = exchanges.filter((exchange) => exchange !== '' && exchange !== 'localhost');
  if (mx.length === 0) return { mail: exchanges.includes('') ? 'null_mx' : 'none', mx };
  for (const host of mx.slice(0, HOSTS_LOOKED_AT)) {
    if ((await findAddressRoute(host, find)) !== 'none') return { mail: 'mx', mx };
  }
  return { mail: 'none', mx };
}

async function findAddressRoute(name: string, find: Find): Promise<'address_only' | 'none' | 'unknown'> {
  const findings = await Promise.all([find(name, 'A'), find(name, 'AAAA')]);
  if (findings.some(({ records }) => records.some(isReachable))) return 'address_only';
  return findings.some(({ state }) => state === 'unknown') ? 'unknown' : 'none';
}

/** Addresses that other machines cannot reach do not count. */
const isReachable = ({ address }: DnsRecord): boolean =>
  address !== undefined && !/^(?:0\.|127\.|::1?$)|^0*(?::0*)*:0*1?$/.test(address);

async function findDmarc(domain: string, registered: string, find: Find): Promise<Dmarc | null> {
  const own = await find(`_dmarc.${domain}`, 'TXT');
  const policy = policyIn(own, 'p');
  if (policy !== undefined) return policy;
  const above = domain === registered ? own : await find(`_dmarc.${registered}`, 'TXT');
  const inherited = policyIn(above, 'sp') ?? policyIn(above, 'p');
  if (inherited !== undefined) return inherited;
  return own.state === 'unknown' || above.state === 'unknown' ? null : 'absent';
}

const policies = ['none', 'quarantine', 'reject'] as const;

/** Returns the policy of a DMARC record by one of its tags. */
function policyIn({ records }: DnsResult, tag: 'p' | 'sp'): Dmarc | undefined {
  const record = records.map(joinText).find((text) => /^v=DMARC1\s*(?:;|$)/i.test(text));
  const value = new RegExp(`;\\s*${tag}\\s*=\\s*(\\w+)`, 'i').exec(record ?? '')?.[1]?.toLowerCase();
  return policies.find((policy) => policy === value);
}

const joinText = ({ data }: DnsRecord): string => (Array.isArray(data) ? data.join('') : String(data ?? ''));
