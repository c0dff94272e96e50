import { DOMAIN_GRACE_DAYS } from '../../shared/contract/bounds.js';
import type { Clock } from '../../shared/process/clock.js';
import { pagesUrl } from '../../shared/process/config.js';
import { type JobSender, lookUpDomain, runInternalJob } from '../../shared/queue/internal-jobs.js';
import { isDuplicate } from '../../shared/store/insert-new.js';
import { createNotice, type MemberCollections } from '../members/index.js';
import type { Domain, DomainCollections, RecordState } from './collections.js';
import { recordName, type ViewSettings } from './view.js';

export interface CheckContext {
  readonly clock: Clock;
  readonly config: ViewSettings;
  /** Sends the look-up to a worker. */
  readonly sender: JobSender;
  readonly store: DomainCollections & Pick<MemberCollections, 'accounts'>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Resolves the records of a domain, and changes its state accordingly.
 *
 * - With its record it is verified, and takes the host from an account whose record is gone.
 * - Without it for three days it is inactive, as the host may have another owner by then.
 *
 * @returns the domain after that; null if it was deleted meanwhile
 * @throws ApiError 503 or 504 if no worker could look it up
 */
export async function checkDomain(context: CheckContext, domain: Domain, requestId: string): Promise<Domain | null> {
  const { config, sender, clock, store } = context;
  const { account, host } = domain;
  const names = { textName: recordName(host), host, target: new URL(pagesUrl(config)).hostname };
  const found = await runInternalJob(sender, lookUpDomain, names, { account, requestId });
  const at = clock.now();
  const checked = (record: RecordState) => ({ at, record, points_here: found.pointsToTarget });
  const { texts } = found;
  if (texts === null)
    return update(store, domain, { $set: { checked: checked('unknown'), ...nextCheck(domain, at, HOUR_MS) } });
  if (!texts.includes(domain.token)) return recordMissing(context, domain, checked('missing'));
  const taken = () => update(store, domain, { $set: { checked: checked('taken') } });
  if (!(await takeFromOthers(context, domain, texts))) return taken();
  try {
    return await update(store, domain, {
      $set: {
        verified_host: host,
        verified: domain.verified ?? at,
        checked: checked('found'),
        due: new Date(at.getTime() + DAY_MS),
      },
      $unset: { expires: true, missing_since: true, inactive: true },
    });
  } catch (error) {
    // Another account has verified it at the same time.
    if (isDuplicate(error)) return taken();
    throw error;
  }
}

const update = ({ domains }: DomainCollections, { _id }: Domain, change: object): Promise<Domain | null> =>
  domains.findOneAndUpdate({ _id }, change, { returnDocument: 'after' });

/** Only domains that were verified are looked up again without a request. */
const nextCheck = ({ verified_host }: Domain, at: Date, afterMs: number): Pick<Domain, 'due'> =>
  verified_host ? { due: new Date(at.getTime() + afterMs) } : {};

async function recordMissing(
  { store }: CheckContext,
  domain: Domain,
  checked: NonNullable<Domain['checked']>,
): Promise<Domain | null> {
  const { account, host, verified_host, missing_since = checked.at, inactive } = domain;
  if (!verified_host) return update(store, domain, { $set: { checked } });
  const isOver = checked.at.getTime() - missing_since.getTime() >= DOMAIN_GRACE_DAYS * DAY_MS;
  const after = await update(store, domain, {
    $set: {
      ...{ checked, missing_since, ...nextCheck(domain, checked.at, DAY_MS) },
      ...(isOver && !inactive && { inactive: checked.at }),
    },
  });
  if (after && !domain.missing_since)
    await notifyOwner(store, account, checked.at, `The DNS record of ${host} is missing`, [
      `We no longer find the TXT record ${recordName(host)}, which proves that ${host} is yours.`,
      `Set it again within ${DOMAIN_GRACE_DAYS} days. After that your pages are no longer shown on this domain; they stay available at their other URLs.`,
    ]);
  if (after && isOver && !inactive)
    await notifyOwner(store, account, checked.at, `${host} is no longer active`, [
      `The TXT record ${recordName(host)} has been missing for ${DOMAIN_GRACE_DAYS} days, so your pages are no longer shown on ${host}. QR codes with this domain do not work.`,
      'Set the record again, then verify the domain in the settings of your account.',
    ]);
  return after;
}

/**
 * Takes a host from the account that had verified it, if its record is gone.
 *
 * @returns false if another account has its record still
 */
async function takeFromOthers(
  { store, clock }: CheckContext,
  { account, host }: Domain,
  texts: readonly string[],
): Promise<boolean> {
  const holder = await store.domains.findOne({ verified_host: host });
  if (!holder || holder.account === account) return true;
  if (texts.includes(holder.token)) return false;
  const { modifiedCount } = await store.domains.updateOne(
    { _id: holder._id, verified_host: host },
    { $unset: { verified_host: true, verified: true, due: true, default: true, missing_since: true, inactive: true } },
  );
  if (modifiedCount > 0)
    await notifyOwner(store, holder.account, clock.now(), `${host} belongs to another account now`, [
      `Another account has proved by its DNS record that ${host} is its own, and yours is gone. Your pages are no longer shown on this domain.`,
    ]);
  return true;
}

/** Notifies the owner of an account by email. */
const notifyOwner = (
  { accounts }: Pick<MemberCollections, 'accounts'>,
  account: string,
  at: Date,
  subject: string,
  paragraphs: string[],
) => accounts.updateOne({ _id: account }, { $push: { notices: createNotice('owner', at, subject, paragraphs) } });
