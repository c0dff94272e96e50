import type { mailchecker } from '../../shared/contract/catalogue/mailchecker.js';
import type { Output } from '../../shared/contract/contract.js';
import type { MailRecords } from './records.js';

/** Facts about a valid address. */
export interface Facts {
  readonly records: MailRecords;
  readonly isKnownProvider: boolean;
  readonly isDisposable: boolean;
  readonly isRole: boolean;
  readonly isPlaceholder: boolean;
  readonly isQuoted: boolean;
  readonly isMistyped: boolean;
}

type Rating = Pick<Output<typeof mailchecker>, 'score' | 'trusted' | 'risk' | 'parts'>;

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
    applies: ({ records, isKnownProvider }) => records.isHosted && !isKnownProvider,
  },
  { part: 'role_account', points: -2, applies: ({ isRole }) => isRole },
  { part: 'placeholder', points: -3, applies: ({ isPlaceholder }) => isPlaceholder },
  { part: 'quoted', points: -1, applies: ({ isQuoted }) => isQuoted },
  { part: 'mistyped_domain', points: -4, applies: ({ isMistyped }) => isMistyped },
  { part: 'parked_domain', points: -5, applies: ({ records }) => records.parked === true },
];

const BEST = 10;
/** Maximum score of an address that receives no mail or is disposable. */
const WORTHLESS = 1;
const HIGH_FROM = 8;
const MEDIUM_FROM = 5;

/** Rates an address by the table: the sum of the rows that apply, within 0 and 10, and at most 1 if it is worthless. */
export function rate(facts: Facts): Rating {
  const parts = rows.filter((row) => row.applies(facts)).map(({ part, points }) => ({ part, points }));
  const sum = parts.reduce((total, { points }) => total + points, 0);
  const { mail } = facts.records;
  const isWorthless = facts.isDisposable || mail === 'none' || mail === 'null_mx';
  const score = Math.min(Math.max(sum, 0), isWorthless ? WORTHLESS : BEST);
  if (mail === 'unknown' && !isWorthless) {
    return { score, trusted: 'unknown', risk: score <= WORTHLESS ? 'high' : 'medium', parts };
  }
  if (score >= HIGH_FROM) return { score, trusted: 'high', risk: 'low', parts };
  if (score >= MEDIUM_FROM) return { score, trusted: 'medium', risk: 'medium', parts };
  return { score, trusted: 'low', risk: 'high', parts };
}
