import type { Static } from 'typebox';
import { errors } from '../../shared/contract/errors.js';
import { presets } from '../../shared/contract/hosted-pages/theme.js';
import { readFields } from '../../shared/contract/input.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import type { JobClient } from '../../shared/queue/job-client.js';
import type { Disks } from '../../shared/storage/disks.js';
import type { Quota } from '../../shared/storage/quota.js';
import type { CursorCollections } from '../../shared/store/cursors.js';
import type { ReservationCollections } from '../../shared/store/reservations.js';
import type { AlertCollections } from '../alerts/index.js';
import type { PaymentCollections, Payments } from '../billing/index.js';
import type { KeyCollections } from '../keys/index.js';
import type { MemberCollections } from '../members/index.js';
import {
  changeExperience,
  EDITS_PER_SECOND,
  type ExperienceCollections,
  type experienceView,
  readExperience,
} from '../pages/index.js';
import { type RateLimiter, refuseUnknownFields } from '../web/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import { contextOf, noFile } from './member-key.js';
import type { Fields, PortalContext } from './pages.js';

type Store = AlertCollections &
  CursorCollections &
  ExperienceCollections &
  KeyCollections &
  Pick<LedgerCollections, 'payments' | 'reversals' | 'usage' | 'usageHourly' | 'wallets'> &
  Pick<MemberCollections, 'accounts' | 'members'> &
  Pick<PaymentCollections, 'orders' | 'payers'> &
  ReservationCollections &
  Pick<WebhookCollections, 'messages' | 'webhooks'>;

interface Dependencies {
  readonly clock: Clock;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly disks: Disks;
  readonly log: Logger;
  readonly payments: Payments | undefined;
  readonly quota: Quota;
  readonly rateLimiter: RateLimiter;
  readonly sender: JobClient;
  readonly store: Store;
}

type Shown = Pick<Static<typeof experienceView>, 'type' | 'label' | 'target' | 'theme' | 'content' | 'etag'>;

/** A field of the content of a type that is a text. Its lines, where it has several. */
interface TextField {
  name: string;
  label: string;
  rows?: number;
  required?: true;
}

const title: TextField = { name: 'title', label: 'Title' };
const question: TextField = { name: 'question', label: 'Question' };

/** The texts of the types whose content is hardly more than texts. All else is edited by programs. */
const TEXTS: Readonly<Record<string, readonly TextField[]>> = {
  text: [title, { name: 'text', label: 'Text', rows: 8, required: true }],
  rating: [title, question],
  feedback: [title, question, { name: 'email', label: 'E-mail address that answers go to' }],
  coupon: [
    { ...title, required: true },
    { name: 'code', label: 'Code', required: true },
    { name: 'description', label: 'Description', rows: 3 },
    { name: 'terms', label: 'Terms', rows: 3 },
  ],
};

/** Fields of the form that are there for every type. */
const COMMON = ['etag', 'label', 'target', 'preset'];

const contentFields = (texts: readonly TextField[]): string[] => texts.map(({ name }) => `content.${name}`);

/** Fields that the form shows for one type or another. */
export const editFields: readonly string[] = [...COMMON, ...new Set(Object.values(TEXTS).flatMap(contentFields))];

const textsOf = (content: unknown): Readonly<Record<string, unknown>> => Object(content);
const presetOf = (theme: unknown): string => String(Object(theme).preset ?? '');

/** What the form of a page has: the values as they are, or as they were sent. */
export function editForm({ type, label, target, theme, content, etag }: Shown, sent?: Fields) {
  const texts = TEXTS[type] ?? [];
  const values: Record<string, unknown> = { label: label ?? '', target: target ?? '', preset: presetOf(theme) };
  for (const { name } of texts) values[`content.${name}`] = textsOf(content)[name] ?? '';
  const offered = [...presets, ...(presetOf(theme) === 'logo' ? ['logo'] : [])];
  return {
    texts,
    presets: target === null ? offered : [],
    isLink: target !== null,
    etag,
    values: { ...values, ...sent },
  };
}

/**
 * Does an edit that was sent: what differs from what is shown, at the version that the form was made for.
 *
 * @throws ApiError 412 when it has changed since, 429, and what the edit of a program would throw
 */
export async function takeEdit(services: Dependencies, ctx: PortalContext, id: number, sent: Fields): Promise<void> {
  const { account } = ctx.state.member;
  const { allowed } = await services.rateLimiter.count(`portal-edit:${account}`, EDITS_PER_SECOND, 1);
  if (!allowed) throw errors.tooManyRequests();
  const context = contextOf(services, ctx);
  const shown = noFile(await readExperience.run({ id }, context));
  refuseUnknownFields(sent, ['form_token', ...COMMON, ...contentFields(TEXTS[shown.type] ?? [])]);
  const wanted = { id, if_match: sent.etag, ...differences(shown, sent) };
  await changeExperience.run(readFields(changeExperience.contract.request, wanted, 422), context);
}

function differences({ type, label, target, theme, content }: Shown, sent: Fields): Fields {
  const isNew = (name: string, old: unknown) =>
    typeof sent[name] === 'string' && lines(sent[name]) !== String(old ?? '');
  const old = textsOf(content);
  const texts = (TEXTS[type] ?? []).flatMap(({ name }) => {
    const typed = sent[`content.${name}`];
    return typeof typed === 'string' ? [[name, lines(typed)]] : [];
  });
  const changed = texts.filter(([name = '', text]) => text !== String(old[name] ?? ''));
  // What is emptied is left out, as it would be by a program.
  const merged = Object.entries({ ...old, ...Object.fromEntries(changed) }).filter(([, value]) => value !== '');
  return {
    ...(isNew('label', label) && { label: sent.label }),
    ...(target !== null && isNew('target', target) && { target: sent.target }),
    ...(target === null && isNew('preset', presetOf(theme)) && { theme: withPreset(theme, sent.preset) }),
    ...(changed.length > 0 && { content: Object.fromEntries(merged) }),
  };
}

/** The same theme with another preset, or with none. */
function withPreset(theme: unknown, preset: unknown): object {
  const { preset: _, ...others } = Object(theme);
  return preset === '' ? others : { ...others, preset };
}

/** A text as it was kept: forms send line breaks in two characters. */
const lines = (text: unknown): string => String(text).replaceAll('\r\n', '\n').trim();
