import contract from 'studio-contract';
import type { Draft } from './api';
import type { IconName } from './icons';
import type { Fields } from './json';
import type { Schema } from './schema';
import { type TypeWords, words } from './words';

/** A choice of the start: a type of page or of direct code. */
export interface Kind {
  readonly kind: Draft['kind'];
  readonly type: string;
  readonly icon: IconName;
  readonly words: TypeWords;
  readonly price: number;
}

const pageIcons: readonly (readonly [string, IconName])[] = [
  ...([
    ['menu', 'menu'],
    ['url', 'url'],
    ['vcard_plus', 'contact'],
    ['coupon', 'coupon'],
    ['social', 'links'],
  ] as const),
  ...([
    ['event', 'event'],
    ['business_hours', 'clock'],
    ['feedback', 'feedback'],
    ['rating', 'rating'],
  ] as const),
  ...([
    ['lead_form', 'form'],
    ['images', 'images'],
    ['videos', 'video'],
    ['pdf', 'pdf'],
    ['app', 'app'],
  ] as const),
  ...([
    ['faq', 'faq'],
    ['text', 'text'],
    ['mp3', 'audio'],
    ['wifi', 'wifi'],
    ['page', 'page'],
  ] as const),
];

const codeIcons: readonly (readonly [string, IconName])[] = [
  ...([
    ['wifi', 'wifi'],
    ['payment', 'money'],
    ['vcard', 'contact'],
    ['email', 'email'],
    ['phone', 'phone'],
  ] as const),
  ...([
    ['sms', 'sms'],
    ['geo', 'geo'],
    ['event', 'entry'],
    ['text', 'plain'],
    ['mecard', 'contact'],
  ] as const),
];

const named = (name: string): TypeWords => words.types[name] ?? { name, does: '' };

/** Returns the schema of the content of a page type; undefined for an unknown one. */
export const findContentSchema = (type: string): Schema | undefined =>
  contract.contents[type] ?? contract.blocks[contract.contentBlocks[type] ?? ''];

export const kinds: readonly Kind[] = [
  ...pageIcons
    .filter(([type]) => type === 'page' || findContentSchema(type) !== undefined)
    .map(([type, icon]) => ({ kind: 'page' as const, type, icon, words: named(type), price: contract.prices.page })),
  ...codeIcons
    .filter(([type]) => type === 'text' || type in contract.direct)
    .map(([type, icon]) => ({
      ...{ kind: 'code' as const, type, icon, price: contract.prices.code },
      words: named(`code:${type}`),
    })),
];

export const findKind = ({ kind, type }: Pick<Draft, 'kind' | 'type'>): Kind | undefined =>
  kinds.find((one) => one.kind === kind && one.type === type);

/** Name of a draft; that of its kind until it has one. */
export const nameDraft = (draft: Pick<Draft, 'kind' | 'type' | 'name'>): string =>
  draft.name || (findKind(draft)?.words.name ?? words.untitled);

const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

/** Values with which a content begins, so that a form is not empty. */
const beginnings: Readonly<Record<string, () => Fields>> = {
  menu: () => ({ sections: [{ items: [{ name: '' }] }] }),
  event: () => ({ timezone: zone() }),
  businessHours: () => ({
    timezone: zone(),
    hours: weekdays.map((day) => ({ day, opens: '09:00', closes: '18:00' })),
  }),
  leadForm: () => ({
    fields: [
      { name: 'name', label: 'Your name', type: 'text', required: true },
      { name: 'email', label: 'Your email address', type: 'email', required: true },
    ],
    consent: 'You may use my details to reply to me.',
  }),
  socialLinks: () => ({ items: [{ name: '', url: '' }] }),
  faq: () => ({ items: [{ question: '', answer: '' }] }),
  videos: () => ({ items: [{ url: '' }] }),
  gallery: () => ({ images: [] }),
  'code:payment': () => ({ scheme: 'sepa' }),
  'code:event': () => ({ timezone: zone() }),
  vcardPlus: () => ({ phones: [''], emails: [''] }),
};

export const beginBlock = (type: string): Fields => ({ type, props: beginnings[type]?.() ?? {} });

/** Returns the body of a new draft. */
export function beginBody({ kind, type }: Pick<Kind, 'kind' | 'type'>): Fields {
  if (kind === 'code') return type === 'text' ? { type } : { type, content: beginnings[`code:${type}`]?.() ?? {} };
  if (type === 'page') return { type, page: { version: 1, blocks: [beginBlock('hero')] } };
  const block = contract.contentBlocks[type] ?? type;
  return { type, content: beginnings[block]?.() ?? {} };
}
