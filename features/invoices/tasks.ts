import { createHash } from 'node:crypto';
import type { Config } from '../../shared/process/config.js';
import { baseUrl } from '../../shared/process/config.js';
import type { Redis } from '../../shared/process/redis.js';
import type { ScheduledTask } from '../../shared/process/scheduled-task.js';
import { type EmailQueue, enqueueEmail, openEmailQueue } from '../emails/index.js';
import { ensureOwner, type MemberCollections } from '../members/index.js';
import { money } from '../web/index.js';
import type { Invoice, InvoiceCollections } from './collections.js';
import { type IssuingStore, issueDocuments } from './issue.js';
import { nameKind } from './layout.js';
import { renderPdf } from './render-pdf.js';

/** Maximum number of orders and of emails per run. */
const MOST_PER_RUN = 500;
const MOST_MAILED = 50;
const DAY_MS = 86_400_000;
/** Age at which a document is no longer mailed, in ms. */
const STALE_MS = 14 * DAY_MS;

/** Issues the invoices and credit notes of orders that were paid or whose payments were returned. */
export const issueInvoices: ScheduledTask<{ readonly store: IssuingStore }> = {
  name: 'issue-invoices',
  schedule: '*/5 * * * * *',
  atStart: true,
  async run({ store, clock, each }) {
    const due = store.orders.find(
      { documents: 'due' },
      { projection: { _id: 1 }, sort: { paid: 1 }, limit: MOST_PER_RUN },
    );
    let issued = 0;
    await each(
      await due.toArray(),
      ({ _id }) => _id,
      async ({ _id }) => {
        issued += await issueDocuments(store, _id, clock.now());
      },
    );
    return { issued };
  },
};

/** Emails issued documents, with a PDF, to the members who look after billing. */
export const mailInvoices: ScheduledTask<{
  readonly store: InvoiceCollections & Pick<MemberCollections, 'accounts' | 'members'>;
  readonly redis: Redis;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'MAIL_FROM' | 'PORT'>;
}> = {
  name: 'mail-invoices',
  schedule: '*/5 * * * * *',
  atStart: true,
  async run({ store, redis, config, clock, each, log }) {
    const found = await store.invoices.find({ unmailed: true }, { sort: { issued: 1 }, limit: MOST_MAILED }).toArray();
    if (found.length === 0) return {};
    const now = clock.now().getTime();
    const queue = openEmailQueue(redis, (err) => log.warn({ err }, 'redis connection failed'));
    const mail = async (invoice: Invoice) => {
      if (config.MAIL_FROM && invoice.issued.getTime() > now - STALE_MS)
        await mailInvoice(store, queue, invoice, { base: baseUrl(config), expires: now + DAY_MS });
      await store.invoices.updateOne({ _id: invoice._id }, { $unset: { unmailed: true } });
    };
    try {
      return { mailed: await each(found, ({ _id }) => _id, mail) };
    } finally {
      await queue.close();
    }
  },
};

async function mailInvoice(
  store: Pick<MemberCollections, 'accounts' | 'members'>,
  queue: EmailQueue,
  invoice: Invoice,
  { base, expires }: { base: string; expires: number },
): Promise<void> {
  const { _id, account, kind, number, seller, total, currency, paid_with: method, text } = invoice;
  const recipients = await findRecipients(store, account);
  if (recipients.length === 0) return;
  const pdf = (await renderPdf(invoice)).toString('base64');
  const what = nameKind(kind);
  const email = {
    kind: 'notice' as const,
    subject: `${what} ${number}${seller.name && ` from ${seller.name}`}`,
    paragraphs: [
      `${what} ${number} of ${money(total, currency)} is attached as a PDF.`,
      `${text}${method === undefined ? '' : `, paid with ${method}`}.`,
    ],
    action: { text: `View ${what.toLowerCase()}`, link: `${base}/account/billing/invoices/${_id}` },
    closing: ['You receive this email because you look after billing of the account.'],
    attachments: [{ filename: `${number}.pdf`, contentType: 'application/pdf', base64: pdf }],
  };
  for (const to of recipients) await enqueueEmail(queue, createJobId(_id, to), { to, email, expires }, DAY_MS);
}

/** Returns the addresses of the account's owner and of its members who look after billing. */
async function findRecipients(
  store: Pick<MemberCollections, 'accounts' | 'members'>,
  account: string,
): Promise<string[]> {
  const owner = await ensureOwner(store, account);
  const billing = await store.members.find({ account, role: 'billing' }, { projection: { _id: 1 } }).toArray();
  return [...new Set([owner ?? [], billing.map(({ _id }) => _id)].flat())];
}

/** Derives the id of a job, equal for a repetition after a crash, which does not reveal the address. */
const createJobId = (invoice: string, to: string): string =>
  `invoice-${createHash('sha256').update(`${invoice} ${to}`).digest('hex').slice(0, 40)}`;
