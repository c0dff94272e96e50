import { SpanKind } from '@opentelemetry/api';
import { mailchecker } from '../../shared/contract/catalogue/mailchecker.js';
import type { Output } from '../../shared/contract/contract.js';
import { withSpan } from '../../shared/process/tracing.js';
import { type Call, handle } from '../handle.js';
import type { DisposableDomains } from '../lib/disposable-domains.js';
import { timeLimit } from '../lib/upstream/resilience.js';
import { discloseSandbox } from '../lib/upstream/upstreams.js';
import { type Address, isPlaceholder, isRole, readAddress } from './address.js';
import { isCatchAll, isDisposable, isFree, isRelay, knownProviders } from './domains.js';
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
    void call.disposable.refreshIfDue(call.clock.now().getTime());
    const records = address.isLiteral ? nothingKnown : await ask(address.asciiDomain, call);
    return check(email, address, records, call.disposable);
  },
  ({ disposable, clock }) => {
    void disposable.refreshIfDue(clock.now().getTime());
    isDisposable('example.com', [], disposable);
  },
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
  mxProvider: null,
  parked: false,
  spf: null,
  dmarc: null,
};

function check(email: string, address: Address, records: MailRecords, lists: DisposableDomains): Answer {
  const { local, domain, asciiDomain } = address;
  const correction = address.isLiteral ? undefined : suggestDomain(asciiDomain, records.mail);
  // Collected lists name typosquats as well.
  const isTrustedList = correction === undefined || lists.isConfirmed(asciiDomain);
  const disposable = isTrustedList && isDisposable(asciiDomain, records.mx, lists);
  const knownProvider = knownProviders.has(asciiDomain);
  const rating = rate({
    records,
    isKnownProvider: knownProvider,
    isDisposable: disposable,
    isRelay: isRelay(asciiDomain),
    isRole: isRole(local),
    isPlaceholder: isPlaceholder(local),
    isQuoted: address.isQuoted,
    isMistyped: correction !== undefined,
  });
  return {
    email,
    trusted: rating.trusted,
    score: rating.score,
    risk: rating.risk,
    knownProvider,
    recommend: correction === undefined ? [] : [`${local}@${correction.meant}`],
    parts: rating.parts,
    reasons: rating.reasons,
    checks: {
      valid: true,
      reason: null,
      normalized: `${local}@${address.isLiteral ? domain : asciiDomain}`,
      typo: correction?.kind ?? null,
      disposable,
      relay: isRelay(asciiDomain),
      free: correction === undefined && isFree(asciiDomain, lists),
      role: isRole(local),
      mail: records.mail,
      mx: [...records.mx],
      mx_provider: records.mxProvider,
      catch_all: isCatchAll(asciiDomain),
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
    reasons: ['invalid_syntax'],
    checks: {
      valid: false,
      reason,
      normalized: null,
      typo: null,
      disposable: false,
      relay: false,
      free: false,
      role: false,
      mail: 'unknown',
      mx: [],
      mx_provider: null,
      catch_all: null,
      parked: null,
      spf: null,
      dmarc: null,
    },
  };
}
