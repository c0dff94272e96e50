import { randomUUID } from 'node:crypto';
import { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import type { ScheduledTask } from '../../shared/process/scheduled-task.js';
import { type JobSender, type ResultOf, runInternalJob, verifyVatNumber } from '../../shared/queue/internal-jobs.js';
import { type Account, createNotice, type MemberCollections } from '../members/index.js';

type Billing = NonNullable<Account['billing']>;
type VatCheck = NonNullable<Billing['vat_check']>;

interface CheckContext {
  readonly clock: Clock;
  readonly config: Pick<Config, 'SELLER_VAT_NUMBER'>;
  /** Sends the check to a worker. */
  readonly sender: JobSender;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Time after which a number that no register has confirmed is no longer checked, in ms. */
const GIVE_UP_MS = 30 * DAY_MS;
/** Maximum number of accounts that one run checks. */
const MOST_AT_ONCE = 100;

/** Reasons for which there is no register to ask. */
const WITHOUT_REGISTER: readonly (string | null)[] = ['not_configured', 'not_covered'];

/**
 * Adds the check of the VAT number to new billing details. A number that cannot be checked now is accepted, and checked again later. One that was
 * valid before is not checked again.
 *
 * @throws ApiError 422 if the register does not have the number
 */
export async function withVatCheck(context: CheckContext, account: Account, billing: Billing): Promise<Billing> {
  const { vat_number: number, country } = billing;
  const before = account.billing;
  if (number === undefined) return billing;
  if (before?.vat_check?.status === 'valid' && before.vat_number === number && before.country === country)
    return { ...billing, vat_check: before.vat_check };
  const check = await checkNumber(context, account._id, number, undefined);
  if (check?.status === 'invalid') throw errors.vatNumberNotRegistered();
  return check ? { ...billing, vat_check: check } : billing;
}

/** Checks a number at the register. Returns undefined if there is none to ask. */
async function checkNumber(
  { clock, config: { SELLER_VAT_NUMBER: requester = '' }, sender }: CheckContext,
  account: string,
  number: string,
  last: VatCheck | undefined,
): Promise<VatCheck | undefined> {
  const now = clock.now();
  const since = last?.since ?? now;
  const result = await verify(sender, { vat_number: number, requester }, account);
  if (!result) return unknown(now, since);
  if (WITHOUT_REGISTER.includes(result.reason)) return undefined;
  const { status, name, consultation_number, checked_at } = result;
  if (status === 'unknown') return unknown(now, since);
  return {
    ...{ status, at: new Date(checked_at) },
    ...(name !== null && { name }),
    ...(consultation_number !== null && { consultation_number }),
  };
}

/** Runs the check on a worker; undefined if none has done it in time. */
async function verify(
  sender: JobSender,
  input: { vat_number: string; requester: string },
  account: string,
): Promise<ResultOf<typeof verifyVatNumber> | undefined> {
  try {
    return await runInternalJob(sender, verifyVatNumber, input, { account, requestId: randomUUID() });
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** The longer a number has been unknown, the later it is checked again. */
function unknown(at: Date, since: Date): VatCheck {
  const ageMs = at.getTime() - since.getTime();
  const due = new Date(at.getTime() + Math.min(Math.max(ageMs, 10 * MINUTE_MS), DAY_MS));
  return { status: 'unknown', at, since, ...(ageMs < GIVE_UP_MS && { due }) };
}

/** Checks VAT numbers again that could not be checked when they were entered, and notifies owners of those that are not registered. */
export const recheckVatNumbers: ScheduledTask<{
  readonly config: CheckContext['config'];
  readonly store: Pick<MemberCollections, 'accounts'>;
  /** Sends the checks to workers. */
  readonly jobs: JobSender;
}> = {
  name: 'recheck-vat-numbers',
  schedule: '15 */5 * * * *',
  async run({ store: { accounts }, clock, config, jobs, each }) {
    const due = accounts.find(
      { 'billing.vat_check.due': { $lte: clock.now() } },
      { projection: { billing: 1 }, sort: { 'billing.vat_check.due': 1 }, limit: MOST_AT_ONCE },
    );
    const checked = await each(
      due,
      ({ _id }) => _id,
      async ({ _id, billing: { vat_number = '', vat_check: last } = {} }) => {
        const check = await checkNumber({ clock, config, sender: jobs }, _id, vat_number, last);
        await accounts.updateOne(
          { _id, 'billing.vat_number': vat_number },
          {
            ...(check ? { $set: { 'billing.vat_check': check } } : { $unset: { 'billing.vat_check': true as const } }),
            ...(check?.status === 'invalid' && { $push: { notices: notifyOwner(clock.now(), vat_number) } }),
          },
        );
      },
    );
    return { checked };
  },
};

const notifyOwner = (at: Date, number: string) =>
  createNotice('owner', at, 'Your VAT number is not registered', [
    `The register of VAT numbers of the European Union (VIES) does not have the number ${number} of your billing details.`,
    'Correct it in the settings of your account. Until then, orders are charged with VAT.',
  ]);
