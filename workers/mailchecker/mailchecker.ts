import { SpanKind } from '@opentelemetry/api';
import { mailchecker } from '../../shared/contract/catalogue/mailchecker.js';
import type { Output } from '../../shared/contract/contract.js';
import { withSpan } from '../../shared/process/tracing.js';
import { type Call, handle } from '../handle.js';
import { timeLimit } from '../lib/upstream/resilience.js';
import { discloseSandbox } from '../lib/upstream/upstreams.js';
import { type Address, isPlaceholder, isRole, readAddress } from './address.js';
import { isDisposable, isFree, knownProviders } from './domains.js';
import { lookUp, type MailRecords } from './records.js';
import { rate } from './score.js';
import { repair, suggestDomain } from './suggest.js';

type Answer = Output<typeof mailchecker>;

/** Name of the DNS in traces and in the setting UPSTREAM_SANDBOX. */
const UPSTREAM = { name: 'dns' } as const;
/** Timeout of all DNS queries together, in ms. */
const DNS_BUDGET_MS = 2_000;

export default handle(
  mailchecker,
  async ({ email }, call): Promise<Answer> => {
    const address = readAddress(email);
    if ('reason' in address) return refuse(email, address.reason);
    const records = address.isLiteral ? nothingKnown : await ask(address.asciiDomain, call);
    return check(email, address, records);
  },
  () => void isDisposable('example.com'),
);

function ask(domain: string, call: Call): Promise<MailRecords> {
  discloseSandbox(UPSTREAM, call);
  const deadline = timeLimit(DNS_BUDGET_MS, call.signal);
  return withSpan('upstream dns', { kind: SpanKind.CLIENT, attributes: { 'peer.service': UPSTREAM.name } }, () =>
    lookUp(domain, call.dns, deadline, call.clock.now().getTime()),
  );
}

/** An IP address in brackets is its own mail host, without DNS records. */
const nothingKnown: MailRecords = {
  mail: 'address_only',
  mx: [],
  isHosted: false,
  parked: false,
  spf: null,
  dmarc: null,
};

function check(email: string, address: Address, records: MailRecords): Answer {
  const { local, domain, asciiDomain } = address;
  const disposable = isDisposable(asciiDomain) || records.mx.some(isDisposable);
  const meant = address.isLiteral || disposable ? undefined : suggestDomain(asciiDomain, records.mail);
  const knownProvider = knownProviders.has(asciiDomain);
  const rating = rate({
    records,
    isKnownProvider: knownProvider,
    isDisposable: disposable,
    isRole: isRole(local),
    isPlaceholder: isPlaceholder(local),
    isQuoted: address.isQuoted,
    isMistyped: meant !== undefined,
  });
  return {
    email,
    trusted: rating.trusted,
    score: rating.score,
    risk: rating.risk,
    knownProvider,
    recommend: meant === undefined ? [] : [`${local}@${meant}`],
    parts: rating.parts,
    checks: {
      valid: true,
      reason: null,
      normalized: `${local}@${address.isLiteral ? domain : asciiDomain}`,
      disposable,
      free: isFree(asciiDomain),
      role: isRole(local),
      mail: records.mail,
      mx: [...records.mx],
      parked: records.parked,
      spf: records.spf,
      dmarc: records.dmarc,
    },
  };
}

function refuse(email: string, reason: string): Answer {
  const meant = repair(email);
  return {
    email,
    trusted: 'low',
    score: 0,
    risk: 'high',
    knownProvider: false,
    recommend: meant === undefined ? [] : [meant],
    parts: [],
    checks: {
      valid: false,
      reason,
      normalized: null,
      disposable: false,
      free: false,
      role: false,
      mail: 'unknown',
      mx: [],
      parked: null,
      spf: null,
      dmarc: null,
    },
  };
}
