import { type mailchecker, reasons } from '../../shared/contract/catalogue/mailchecker.js';
import type { Output } from '../../shared/contract/contract.js';
import type { MailRecords } from './records.js';

/** Facts about a valid address. */
export interface Facts {
  readonly records: MailRecords;
  readonly isKnownProvider: boolean;
  readonly isDisposable: boolean;
  readonly isRelay: boolean;
  readonly isRole: boolean;
  readonly isPlaceholder: boolean;
  readonly isQuoted: boolean;
  readonly isMistyped: boolean;
}

type Reason = (typeof reasons)[number];
type Rating = Pick<Output<typeof mailchecker>, 'score' | 'trusted' | 'risk' | 'parts' | 'reasons'>;

/** A row of the score table in the documentation. */
interface Row {
  readonly part: string;
  readonly points: number;
  applies(facts: Facts): boolean;
}

export const rows: readonly Row[] = [
  { part: 'valid_syntax', points: 2, applies: () => true },
  { part: 'mail_hosts', points: 4, applies: ({ records }) => records.mail === 'mx' },
  { part: 'address_only', points: 1, applies: ({ records }) => records.mail === 'address_only' },
  { part: 'spf', points: 1, applies: ({ records }) => records.spf === true },
  { part: 'dmarc', points: 1, applies: ({ records }) => records.dmarc !== null && records.dmarc !== 'absent' },
  { part: 'known_provider', points: 2, applies: ({ isKnownProvider }) => isKnownProvider },
  {
    part: 'known_mail_host',
    points: 1,
    applies: ({ records, isKnownProvider }) => records.mxProvider !== null && !isKnownProvider,
  },
  { part: 'role_account', points: -2, applies: ({ isRole }) => isRole },
  { part: 'placeholder', points: -3, applies: ({ isPlaceholder }) => isPlaceholder },
  { part: 'quoted', points: -1, applies: ({ isQuoted }) => isQuoted },
  { part: 'mistyped_domain', points: -4, applies: ({ isMistyped }) => isMistyped },
  { part: 'parked_domain', points: -5, applies: ({ records }) => records.parked === true },
];

/** Reasons that are not parts with negative points, the gravest first. */
const remarks: readonly { readonly reason: Reason; applies(facts: Facts): boolean }[] = [
  { reason: 'disposable', applies: ({ isDisposable }) => isDisposable },
  { reason: 'null_mx', applies: ({ records }) => records.mail === 'null_mx' },
  { reason: 'no_mail_hosts', applies: ({ records }) => records.mail === 'none' },
  { reason: 'address_only', applies: ({ records }) => records.mail === 'address_only' },
  { reason: 'relay', applies: ({ isRelay }) => isRelay },
  { reason: 'dns_unknown', applies: ({ records }) => records.mail === 'unknown' },
];

/** Lists why an address is not trusted more, or what it is. */
const listReasons = (facts: Facts): Reason[] => [
  ...remarks.filter(({ applies }) => applies(facts)).map(({ reason }) => reason),
  ...reasons.filter((reason) =>
    rows.some(({ part, points, applies }) => part === reason && points < 0 && applies(facts)),
  ),
];

const BEST = 10;
/** Maximum score of an address that receives no mail or is disposable. */
const WORTHLESS = 1;
const HIGH_FROM = 8;
const MEDIUM_FROM = 5;

/** Rates an address by the table: the sum of the rows that apply, within 0 and 10, and at most 1 if it is worthless. */
export function rate(facts: Facts): Rating {
  const parts = rows.filter((row) => row.applies(facts)).map(({ part, points }) => ({ part, points }));
  const reasons = listReasons(facts);
  const sum = parts.reduce((total, { points }) => total + points, 0);
  const { mail } = facts.records;
  const isWorthless = facts.isDisposable || mail === 'none' || mail === 'null_mx';
  const score = Math.min(Math.max(sum, 0), isWorthless ? WORTHLESS : BEST);
  if (mail === 'unknown' && !isWorthless) {
    return { score, trusted: 'unknown', risk: score <= WORTHLESS ? 'high' : 'medium', parts, reasons };
  }
  if (score >= HIGH_FROM) return { score, trusted: 'high', risk: 'low', parts, reasons };
  if (score >= MEDIUM_FROM) return { score, trusted: 'medium', risk: 'medium', parts, reasons };
  return { score, trusted: 'low', risk: 'high', parts, reasons };
}
