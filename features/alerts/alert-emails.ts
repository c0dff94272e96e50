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
  billing: 'Go to Billing',
  keys: 'See your keys',
  requests: 'See your requests',
};

const WHY =
  'You get this email because you are a member of this account. To change its alerts or turn these emails off, open its settings.';

const figures = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const n = (value: number): string => figures.format(value);
/** Formats an instant, e.g. `2026-01-06 00:00 (UTC)`. */
const when = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} (UTC)`;

/** Declares the email about an event. */
const emailAbout = <Name extends string, Data extends TObject>(
  { name, data: schema }: EventKind<Name, Data>,
  compose: (data: Static<Data>) => AlertContent,
) => ({ name, write: (data: object) => (conforms(schema, data) ? compose(data) : undefined) });

const BUY = 'Requests are refused when your balance reaches zero. Buy credits, or turn on automatic top-up.';

/** Email about each alert. */
const emails = [
  emailAbout(creditsLow, ({ balance, below }) => ({
    subject: `Your balance is low: ${n(balance)} credits`,
    what: `Your account has ${n(balance)} credits left. You asked us to notify you below ${n(below)}.`,
    toDo: BUY,
    page: 'billing',
  })),
  emailAbout(creditsRunningOut, ({ balance, per_day, days_left }) => ({
    subject: `Your credits last for about ${n(days_left)} days`,
    what: `Your account has ${n(balance)} credits left and spends about ${n(per_day)} per day. They last for about ${n(days_left)} days.`,
    toDo: BUY,
    page: 'billing',
  })),
  emailAbout(creditsExpiring, ({ credits_left, expires_at }) => ({
    subject: `${n(credits_left)} of your credits expire soon`,
    what: `${n(credits_left)} credits of one of your purchases expire on ${when(expires_at)}.`,
    toDo: 'Use them before that date. Your other credits are not affected.',
    page: 'billing',
  })),
  emailAbout(budgetNear, ({ name, period, budget, spent, until }) => ({
    subject: `Key “${name}” is near its budget`,
    what: `The key “${name}” has spent ${n(spent)} of its budget of ${n(budget)} credits per ${period}.`,
    toDo: `When the budget is spent, requests with this key are refused until ${when(until)}. Raise the budget if you need more.`,
    page: 'keys',
  })),
  emailAbout(budgetReached, ({ name, period, budget, until }) => ({
    subject: `Key “${name}” has reached its budget`,
    what: `The key “${name}” has reached its budget of ${n(budget)} credits per ${period}: it is spent, or what is left of it does not cover a request.`,
    toDo: `Requests with this key are refused until ${when(until)}. Raise the budget to continue now.`,
    page: 'keys',
  })),
  emailAbout(errorsHigh, ({ calls, failed, percent, above_percent }) => ({
    subject: `${n(percent)} % of your requests fail`,
    what: `${n(failed)} of your ${n(calls)} requests in the last hour failed (${n(percent)} %). You asked us to notify you above ${n(above_percent)} %.`,
    toDo: 'Open your requests to see the error of each one.',
    page: 'requests',
  })),
  emailAbout(topUpFailed, ({ credits, why }) => ({
    subject: 'Your automatic top-up was declined and is now off',
    what: `We could not buy ${n(credits)} credits, because your payment was declined: ${why.replaceAll('_', ' ')}. You were not charged.`,
    toDo: 'Buy a pack with a payment method that works and save it, then turn on automatic top-up again.',
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
  return { kind: 'notice', subject, paragraphs: [what, toDo, WHY], action };
}
