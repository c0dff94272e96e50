import type { Static, TObject } from 'typebox';
import { conforms } from '../../shared/contract/input.js';
import type { Email } from '../emails/index.js';
import {
  budgetNear,
  budgetReached,
  creditsExpiring,
  creditsLow,
  creditsRunningOut,
  type EventKind,
  errorsHigh,
  topUpFailed,
} from '../webhooks/index.js';

/** Content of an email: what has happened, what to do, and the page of the portal to do it on. */
interface AlertContent {
  subject: string;
  what: string;
  toDo: string;
  page: 'billing' | 'keys' | 'requests';
}

const BUTTONS: Record<AlertContent['page'], string> = {
  billing: 'Open Billing',
  keys: 'Open API keys',
  requests: 'Open Requests',
};

const WHY =
  'You receive this email because you are a member of the account. To change alerts or turn off these emails, open Settings in the portal.';

const figures = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const n = (value: number): string => figures.format(value);
const count = (value: number, noun: string): string => `${n(value)} ${noun}${value === 1 ? '' : 's'}`;
const PERIODS = { day: 'daily', month: 'monthly' } as const;
/** Formats an instant, e.g. `2026-01-06 00:00 (UTC)`. */
const when = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} (UTC)`;

/** Declares the email about an event. */
const emailAbout = <Name extends string, Data extends TObject>(
  { name, data: schema }: EventKind<Name, Data>,
  compose: (data: Static<Data>) => AlertContent,
) => ({ name, write: (data: object) => (conforms(schema, data) ? compose(data) : undefined) });

const BUY = 'Buy credits or turn on automatic top-up. Requests that cost more than your balance are refused.';

/** Email about each alert. */
const emails = [
  emailAbout(creditsLow, ({ balance, below }) => ({
    subject: `Your balance is low: ${count(balance, 'credit')}`,
    what: `Your balance is ${count(balance, 'credit')}, below your alert threshold of ${n(below)}.`,
    toDo: BUY,
    page: 'billing',
  })),
  emailAbout(creditsRunningOut, ({ balance, per_day, days_left }) => ({
    subject: `Your credits will last about ${count(days_left, 'day')}`,
    what: `Your balance is ${count(balance, 'credit')}. At your current pace of about ${count(per_day, 'credit')} a day, it lasts about ${count(days_left, 'day')}.`,
    toDo: BUY,
    page: 'billing',
  })),
  emailAbout(creditsExpiring, ({ credits_left, expires_at }) => ({
    subject: `${count(credits_left, 'credit')} will expire on ${expires_at.slice(0, 10)}`,
    what: `${count(credits_left, 'credit')} from one of your purchases will expire on ${when(expires_at)}.`,
    toDo: 'Use them before then, or they are lost. The rest of your balance is not affected.',
    page: 'billing',
  })),
  emailAbout(budgetNear, ({ name, period, budget, spent, until }) => ({
    subject: `API key "${name}" has almost used its ${PERIODS[period]} budget`,
    what: `The key "${name}" has spent ${n(spent)} of its ${PERIODS[period]} budget of ${count(budget, 'credit')}.`,
    toDo: `To keep the key working, raise its budget. When the budget is used up, requests with the key are refused until ${when(until)}.`,
    page: 'keys',
  })),
  emailAbout(budgetReached, ({ name, period, budget, until }) => ({
    subject: `API key "${name}" has used up its ${PERIODS[period]} budget`,
    what: `The key "${name}" has used up its ${PERIODS[period]} budget of ${count(budget, 'credit')}, or the rest does not cover its latest request.`,
    toDo: `Requests with the key are refused until ${when(until)}. To use the key before then, raise its budget.`,
    page: 'keys',
  })),
  emailAbout(errorsHigh, ({ calls, failed, percent, above_percent }) => ({
    subject: `${n(percent)} % of your requests failed in the last hour`,
    what: `${n(failed)} of your ${count(calls, 'request')} in the last hour failed: ${n(percent)} %, above your alert threshold of ${n(above_percent)} %.`,
    toDo: 'Open the failed requests to see the error of each one.',
    page: 'requests',
  })),
  emailAbout(topUpFailed, ({ credits, why }) => ({
    subject: 'Your automatic top-up failed and is now off',
    what: `The payment for an automatic top-up of ${count(credits, 'credit')} was declined (${why.replaceAll('_', ' ')}). You were not charged.`,
    toDo: 'Buy credits once with a payment method that works, and save the method. Then turn on automatic top-up again.',
    page: 'billing',
  })),
];

/**
 * Writes the email about an alert; undefined for an event without one.
 *
 * @param portal URL of the portal, without a slash at its end
 */
export function writeAlertEmail({ event, data }: { event: string; data: object }, portal: string): Email | undefined {
  const content = emails.find(({ name }) => name === event)?.write(data);
  if (!content) return undefined;
  const { subject, what, toDo, page } = content;
  const action = { text: BUTTONS[page], link: `${portal}/${page}` };
  return { kind: 'notice', subject, paragraphs: [what, toDo], action, closing: [WHY] };
}
