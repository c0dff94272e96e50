import { DRAFTS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import {
  instant,
  integer,
  named,
  nullable,
  object,
  oneOf,
  optional,
  record,
  Type,
  text,
} from '../../shared/contract/fields.js';
import type { Quota } from '../../shared/storage/quota.js';
import type { Caller } from '../web/index.js';
import { draftKinds, type QrDraft, type StudioCollections } from './collections.js';

/** Fields of a draft that its owner sets. */
export const draftFields = {
  type: text({ maxLength: 40, description: 'Type of the page, or of the content of the code' }),
  name: text({ minLength: 0, maxLength: DRAFTS.nameCharacters, description: 'Your own name for the draft' }),
  body: {
    ...record(Type.Unknown()),
    description:
      'Fields of POST /v1/qr-experience/generate, or of POST /v1/qr-code/generate for kind code; may be unfinished',
  },
  design: {
    ...record(Type.Unknown()),
    description: 'Design of the code: fields of an image such as foreground_color or frame_name; may be unfinished',
  },
};

export const draftIdField = text({ maxLength: 60, description: 'Id of the draft' });

/** The version that a change refers to, in a header or the body. */
export const draftIfMatch = optional(
  text({ maxLength: 100, description: '`etag` of the draft to change; alternatively, send the header If-Match' }),
);

export const ifMatchHeader = { if_match: 'if-match' };

/** A draft in a list. */
export const draftRow = object({
  id: text(),
  kind: oneOf(draftKinds),
  type: text(),
  name: text({ minLength: 0 }),
  experience_id: nullable(integer({ description: 'Hosted page that the draft edits; null for a new one' })),
  base_etag: nullable(text({ description: '`etag` of the version of that page that the draft began with' })),
  etag: text({ description: 'Value for If-Match to change this draft' }),
  created_at: instant(),
  changed_at: instant(),
});

/** A draft with its content. */
export const draftView = named(
  'QrDraft',
  object({ ...draftRow.properties, body: record(Type.Unknown()), design: record(Type.Unknown()) }),
);

export const formatEtag = ({ version }: Pick<QrDraft, 'version'>): string => `"${version}"`;

export const toDraftRow = (draft: Omit<QrDraft, 'content'>) => ({
  ...{ id: draft._id, kind: draft.kind, type: draft.type, name: draft.name },
  ...{ experience_id: draft.experience, base_etag: draft.base_etag, etag: formatEtag(draft) },
  ...{ created_at: draft.created.toISOString(), changed_at: draft.changed.toISOString() },
});

export type Fields = Record<string, unknown>;

/** Body and design of a draft. */
export interface DraftContent {
  readonly body: Fields;
  readonly design: Fields;
}

export function parseContent({ content }: Pick<QrDraft, 'content'>): DraftContent {
  const { body, design } = Object(JSON.parse(content));
  return { body: Object(body), design: Object(design) };
}

/** Fields that contain files. */
const PHOTO_FIELDS = new Set(['photo_base64', 'logo_data_base64']);

/** Serializes the content of a draft. @throws ApiError 422 if it is too large */
export function formatContent(content: DraftContent): string {
  const whole = JSON.stringify(content);
  const withoutPhotos = JSON.stringify(content, (name, value: unknown) => (PHOTO_FIELDS.has(name) ? '' : value));
  if (withoutPhotos.length > DRAFTS.characters || whole.length - withoutPhotos.length > DRAFTS.photoCharacters)
    throw errors.draftTooLarge({ limit: DRAFTS.characters });
  return whole;
}

export const toDraftView = (draft: QrDraft) => ({ ...toDraftRow(draft), ...parseContent(draft) });

/** Finds a draft of the caller's account. @throws ApiError 404 */
export async function findOwnDraft(
  { store, key }: Pick<Caller, 'key'> & { readonly store: StudioCollections },
  id: string,
): Promise<QrDraft> {
  const found = await store.qrDrafts.findOne({ _id: id });
  if (!found || found.account !== key.account) throw errors.draftUnknown();
  return found;
}

/**
 * Refuses a change to another version than the client has read.
 *
 * @throws ApiError 428 without one, 412 if the draft is at another version
 */
export function checkIfMatch(draft: Pick<QrDraft, 'version'>, ifMatch: string | undefined): void {
  if (ifMatch === undefined) throw errors.ifMatchRequired();
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (!tags.includes('*') && !tags.includes(formatEtag(draft))) throw errors.draftChanged();
}

/** Returns the bytes that a draft counts in the storage of its account. */
export const draftBytes = ({ content }: Pick<QrDraft, 'content'>): number => Buffer.byteLength(content);

/** Deletes a draft unless it has changed since it was read, and releases its storage. @returns false if it has changed */
export async function removeDraft(
  { store, quota }: { readonly store: Pick<StudioCollections, 'qrDrafts'>; readonly quota: Pick<Quota, 'release'> },
  draft: Pick<QrDraft, '_id' | 'account' | 'content' | 'version'>,
): Promise<boolean> {
  const { deletedCount } = await store.qrDrafts.deleteOne({ _id: draft._id, version: draft.version });
  if (deletedCount === 0) return false;
  await quota.release(draft.account, draftBytes(draft));
  return true;
}
