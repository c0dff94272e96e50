import type { Static } from 'typebox';
import { errors } from '../../shared/contract/errors.js';
import { presets } from '../../shared/contract/hosted-pages/theme.js';
import { readFields } from '../../shared/contract/input.js';
import { changeExperience, EDITS_PER_SECOND, type experienceView, readExperience } from '../pages/index.js';
import { refuseUnknownFields } from '../web/index.js';
import { createMemberContext, requireJson } from './member-context.js';
import type { Fields, PortalContext } from './pages.js';
import type { PortalServices } from './services.js';

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

const toTexts = (content: unknown): Readonly<Record<string, unknown>> => Object(content);
const findPreset = (theme: unknown): string => String(Object(theme).preset ?? '');

/** What the form of a page has: the values as they are, or as they were sent. */
export function editForm({ type, label, target, theme, content, etag }: Shown, sent?: Fields) {
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
 * Does an edit that was sent: what differs from what is shown, at the version that the form was made for.
 *
 * @throws ApiError 412 when it has changed since, 429, and what the edit of a program would throw
 */
export async function applyEdit(services: PortalServices, ctx: PortalContext, id: number, sent: Fields): Promise<void> {
  const { account } = ctx.state.member;
  const { allowed } = await services.rateLimiter.count(`portal-edit:${account}`, EDITS_PER_SECOND, 1);
  if (!allowed) throw errors.tooManyRequests();
  const context = createMemberContext(services, ctx);
  const shown = requireJson(await readExperience.run({ id }, context));
  refuseUnknownFields(sent, ['form_token', ...COMMON, ...contentFields(TEXTS[shown.type] ?? [])]);
  const wanted = { id, if_match: sent.etag, ...differences(shown, sent) };
  await changeExperience.run(readFields(changeExperience.contract.request, wanted, 422), context);
}

function differences({ type, label, target, theme, content }: Shown, sent: Fields): Fields {
  const isNew = (name: string, old: unknown) =>
    typeof sent[name] === 'string' && lines(sent[name]) !== String(old ?? '');
  const old = toTexts(content);
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
    ...(target === null && isNew('preset', findPreset(theme)) && { theme: withPreset(theme, sent.preset) }),
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
