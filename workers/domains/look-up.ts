import { isIP } from 'node:net';
import { lookUpDomain } from '../../shared/queue/internal-jobs.js';
import { type Call, handleInternal } from '../handle.js';
import type { DnsRecord } from '../lib/dns.js';

/** Queries the current records of a customer's domain, without a cache. */
export default handleInternal(lookUpDomain, async ({ textName, host, target }, call) => {
  const [texts, ofHost, ofTarget] = await Promise.all([
    call.dns.findNow(textName, 'TXT', call.signal),
    findAddresses(host, call),
    findAddresses(target, call),
  ]);
  const isKnown = ofHost && ofTarget && ofTarget.length > 0;
  return {
    texts: texts.state === 'unknown' ? null : texts.records.map(joinText),
    pointsToTarget: isKnown ? ofHost.some((address) => ofTarget.includes(address)) : null,
  };
});

/** Finds the addresses of a host; undefined if they are unknown in time. */
async function findAddresses(host: string, { dns, signal }: Call): Promise<string[] | undefined> {
  if (isIP(host)) return [host];
  const found = await Promise.all([dns.findNow(host, 'A', signal), dns.findNow(host, 'AAAA', signal)]);
  if (found.some(({ state }) => state === 'unknown')) return undefined;
  return found.flatMap(({ records }) => records.flatMap(({ address }) => address ?? []));
}

const joinText = ({ data }: DnsRecord): string => (Array.isArray(data) ? data.join('') : String(data ?? ''));
