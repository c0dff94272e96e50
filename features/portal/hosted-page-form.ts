import type { Static } from 'typebox';
import { errors } from '../../shared/contract/errors.js';
import { presets } from '../../shared/contract/hosted-pages/theme.js';
import { readFields } from '../../shared/contract/input.js';
import { changePage, EDITS_PER_SECOND, type pageView, readHostedPage } from '../pages/index.js';
import { refuseUnknownFields } from '../web/index.js';
import { createMemberContext, requireJson } from './member-context.js';
import type { Fields, PortalContext } from './pages.js';
import type { PortalServices } from './services.js';

type Shown = Pick<Static<typeof pageView>, 'type' | 'label' | 'target' | 'theme' | 'content' | 'etag'>;

/** A text field in the content of a page. */
interface TextField {
  name: string;
  label: string;
  rows?: number;
  required?: true;
}

const title: TextField = { name: 'title', label: 'Title' };
const question: TextField = { name: 'question', label: 'Question' };

/** Text fields by type of page, for the types whose content is little more than text. Other content is edited through the API. */
const TEXTS: Readonly<Record<string, readonly TextField[]>> = {
  text: [title, { name: 'text', label: 'Text', rows: 8, required: true }],
  rating: [title, question],
  feedback: [title, question, { name: 'email', label: 'Email address that receives replies' }],
  coupon: [
    { ...title, required: true },
    { name: 'code', label: 'Code', required: true },
    { name: 'description', label: 'Description', rows: 3 },
    { name: 'terms', label: 'Terms', rows: 3 },
  ],
};

/** Fields of the form for every type. */
const COMMON = ['etag', 'label', 'target', 'preset'];

const contentFields = (texts: readonly TextField[]): string[] => texts.map(({ name }) => `content.${name}`);

/** Fields of the form for any type. */
export const editFields: readonly string[] = [...COMMON, ...new Set(Object.values(TEXTS).flatMap(contentFields))];

const toTexts = (content: unknown): Readonly<Record<string, unknown>> => Object(content);
const findPreset = (theme: unknown): string => String(Object(theme).preset ?? '');

/** Creates the view of a page's form, with the current values or those that were sent. */
export function createEditForm({ type, label, target, theme, content, etag }: Shown, sent?: Fields) {
  const texts = TEXTS[type] ?? [];
  const values: Record<string, unknown> = { label: label ?? '', target: target ?? '', preset: findPreset(theme) };
  for (const { name } of texts) values[`content.${name}`] = toTexts(content)[name] ?? '';
  const offered = [...presets, ...(findPreset(theme) === 'logo' ? ['logo'] : [])];
  return {
    texts,
    presets: target === null ? offered : [],
    isLink: target !== null,
    etag,
    values: { ...values, ...sent },
  };
}

/**
 * Applies an edit: the differences from the current values, if the page still has the version that the form has shown.
 *
 * @throws ApiError 412 when it has changed since, 429, and what `changePage` throws
 */
export async function applyEdit(services: PortalServices, ctx: PortalContext, id: number, sent: Fields): Promise<void> {
  const { account } = ctx.state.member;
  const { allowed } = await services.rateLimiter.count(`portal-edit:${account}`, EDITS_PER_SECOND, 1);
  if (!allowed) throw errors.tooManyRequests();
  const context = createMemberContext(services, ctx);
  const current = requireJson(await readHostedPage.run({ id }, context));
  refuseUnknownFields(sent, ['form_token', ...COMMON, ...contentFields(TEXTS[current.type] ?? [])]);
  const change = { id, if_match: sent.etag, ...findDifferences(current, sent) };
  await changePage.run(readFields(changePage.contract.request, change, 422), context);
}

function findDifferences({ type, label, target, theme, content }: Shown, sent: Fields): Fields {
  const isNew = (name: string, old: unknown) =>
    typeof sent[name] === 'string' && normaliseText(sent[name]) !== String(old ?? '');
  const old = toTexts(content);
  const texts = (TEXTS[type] ?? []).flatMap(({ name }) => {
    const typed = sent[`content.${name}`];
    return typeof typed === 'string' ? [[name, normaliseText(typed)]] : [];
  });
  const changed = texts.filter(([name = '', text]) => text !== String(old[name] ?? ''));
  // Emptied fields are removed.
  const merged = Object.entries({ ...old, ...Object.fromEntries(changed) }).filter(([, value]) => value !== '');
  return {
    ...(isNew('label', label) && { label: sent.label }),
    ...(target !== null && isNew('target', target) && { target: sent.target }),
    ...(target === null && isNew('preset', findPreset(theme)) && { theme: withPreset(theme, sent.preset) }),
    ...(changed.length > 0 && { content: Object.fromEntries(merged) }),
  };
}

/** Replaces or removes the preset of a theme. */
function withPreset(theme: unknown, preset: unknown): object {
  const { preset: _, ...others } = Object(theme);
  return preset === '' ? others : { ...others, preset };
}

/** Normalises line breaks, which forms send as two characters. */
const normaliseText = (text: unknown): string => String(text).replaceAll('\r\n', '\n').trim();
