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
  keys: 'See the keys',
  requests: 'See the requests',
};

const WHY =
  'You get this mail because you are a member of the account. In its settings you can say what it is warned of, and end such mail.';

const figures = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const n = (value: number): string => figures.format(value);
/** Formats an instant, e.g. `2026-01-06 00:00 (UTC)`. */
const when = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} (UTC)`;

/** Declares the email about an event. */
const emailAbout = <Name extends string, Data extends TObject>(
  { name, data: schema }: EventKind<Name, Data>,
  compose: (data: Static<Data>) => AlertContent,
) => ({ name, write: (data: object) => (conforms(schema, data) ? compose(data) : undefined) });

const BUY = 'Calls are refused once nothing is left. Buy credits, or switch the automatic top-up on.';

/** Email about each alert. */
const emails = [
  emailAbout(creditsLow, ({ balance, below }) => ({
    subject: `Your balance is low: ${n(balance)} credits`,
    what: `The balance of your account has fallen to ${n(balance)} credits. You wanted to know when it is below ${n(below)}.`,
    toDo: BUY,
    page: 'billing',
  })),
  emailAbout(creditsRunningOut, ({ balance, per_day, days_left }) => ({
    subject: `Your credits last for about ${n(days_left)} days`,
    what: `Your account has ${n(balance)} credits and spends about ${n(per_day)} a day: that lasts for about ${n(days_left)} days.`,
    toDo: BUY,
    page: 'billing',
  })),
  emailAbout(creditsExpiring, ({ credits_left, expires_at }) => ({
    subject: `${n(credits_left)} of your credits expire soon`,
    what: `Of one of your purchases ${n(credits_left)} credits are left. They expire on ${when(expires_at)}.`,
    toDo: 'Use them before; what expires is lost. Nothing else of your balance is touched.',
    page: 'billing',
  })),
  emailAbout(budgetNear, ({ name, period, budget, spent, until }) => ({
    subject: `The key ${name} is near its budget`,
    what: `The key ${name} has spent ${n(spent)} of the ${n(budget)} credits that it may spend in a ${period}.`,
    toDo: `Its calls are refused once the budget is spent, until ${when(until)}. Raise the budget if it is to go on.`,
    page: 'keys',
  })),
  emailAbout(budgetReached, ({ name, period, budget, until }) => ({
    subject: `The key ${name} has spent its budget`,
    what: `The key ${name} has spent the ${n(budget)} credits that it may spend in a ${period}, or what is left did not do for a call.`,
    toDo: `Its calls are refused until ${when(until)}. Raise the budget if it is to go on at once.`,
    page: 'keys',
  })),
  emailAbout(errorsHigh, ({ calls, failed, percent, above_percent }) => ({
    subject: `${n(percent)} % of your calls fail`,
    what: `Of your ${n(calls)} calls of the last hour ${n(failed)} have failed, ${n(percent)} %. You wanted to know of more than ${n(above_percent)} %.`,
    toDo: 'Each request has its story with the error that was answered: look at those that failed.',
    page: 'requests',
  })),
  emailAbout(topUpFailed, ({ credits, why }) => ({
    subject: 'Your automatic top-up was declined, and is off',
    what: `${n(credits)} credits were to be bought automatically, but the payment was declined: ${why.replaceAll('_', ' ')}. Nothing was charged.`,
    toDo: 'The automatic top-up is off. Buy once with a method that works and have it kept, then switch the top-up on again.',
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
