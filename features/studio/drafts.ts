import { nanoid } from 'nanoid';
import { DRAFTS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { integer, list, object, oneOf, optional, text, withDefault } from '../../shared/contract/fields.js';
import { ownerFields } from '../../shared/contract/hosted-pages/page-fields.js';
import { route } from '../../shared/contract/route.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Quota } from '../../shared/storage/quota.js';
import { type ReservationCollections, writeWithinLimit } from '../../shared/store/reservations.js';
import { type MemberCollections, requireOpenAccount } from '../members/index.js';
import { findOwnPage, type PageStore, toPageView, type ViewServices } from '../pages/index.js';
import { accountRoute, type Caller } from '../web/index.js';
import { draftKinds, type QrDraft, type StudioCollections } from './collections.js';
import {
  checkIfMatch,
  type DraftContent,
  draftBytes,
  draftFields,
  draftIdField,
  draftIfMatch,
  draftRow,
  draftView,
  type Fields,
  findOwnDraft,
  formatContent,
  ifMatchHeader,
  parseContent,
  removeDraft,
  toDraftRow,
  toDraftView,
} from './draft-view.js';

const scope = 'pages';

/** Maximum size of the body of a request with a draft, in bytes. */
const LARGEST_BODY = 2 * 1024 * 1024;

interface DraftContext extends Caller {
  readonly quota: Quota;
  readonly store: StudioCollections;
  /** The only draft of the caller; empty if it is not created yet. */
  readonly limitedTo?: string | undefined;
}

interface CreateContext extends DraftContext, ViewServices {
  readonly clock: Clock;
  readonly store: StudioCollections & PageStore & ReservationCollections & Pick<MemberCollections, 'accounts'>;
  /** Limits the caller to a draft. */
  readonly limitTo?: ((draft: string) => Promise<boolean>) | undefined;
}

export const createDraft = accountRoute(
  route({
    name: 'createQrDraft',
    title: 'Create a draft',
    method: 'POST',
    path: '/v1/qr-drafts',
    scope,
    bodyLimit: LARGEST_BODY,
    summary:
      'Creates a draft of a QR code: from fields that may be unfinished, of an edit of a hosted page, or of a copy of one',
    request: object({
      kind: withDefault(
        oneOf(draftKinds, { description: 'page for a hosted page, code for a code that contains its content itself' }),
        'page',
      ),
      type: withDefault(draftFields.type, 'page'),
      name: optional(draftFields.name),
      body: optional(draftFields.body),
      design: optional(draftFields.design),
      experience_id: optional(integer({ minimum: 1, description: 'Id of a hosted page that the draft edits' })),
      copy_of: optional(integer({ minimum: 1, description: 'Id of a hosted page that the draft copies' })),
    }),
    response: draftView,
    errors: [errors.experienceUnknown, errors.draftTooLarge, errors.tooManyDrafts, errors.storageFull],
    example: {
      request: {
        type: 'wifi',
        name: 'Guest network',
        body: { content: { ssid: 'Guests' } },
        design: { body_style: 'dot' },
      },
    },
  }),
  async ({ experience_id, copy_of, kind, type, name = '', body = {}, design = {} }, context: CreateContext) => {
    const source = experience_id ?? copy_of;
    const { limitedTo } = context;
    if (limitedTo || (limitedTo !== undefined && source !== undefined)) throw errors.studioSessionLimited();
    const given =
      source === undefined
        ? { kind, type, name, experience: null, base_etag: null, content: formatContent({ body, design }) }
        : await readPageDraft(context, source, { isCopy: experience_id === undefined });
    const draft = await insertDraft(context, given);
    if (context.limitTo && !(await context.limitTo(draft._id))) {
      await context.store.qrDrafts.deleteOne({ _id: draft._id });
      throw errors.studioSessionLimited();
    }
    return toDraftView(draft);
  },
  'nothing',
);

/** Stores a draft, within the limit of its account. @throws ApiError 409 when the account has as many as it may */
async function insertDraft(
  { store, quota, clock, key: { account } }: CreateContext,
  given: Omit<QrDraft, '_id' | 'account' | 'version' | 'created' | 'changed'>,
): Promise<QrDraft> {
  await requireOpenAccount(store, account);
  const now = clock.now();
  const draft = { _id: `qrd_${nanoid(16)}`, account, ...given, version: 1, created: now, changed: now };
  const most = DRAFTS.count;
  const limit = {
    ...{ limited: `${account}/qr-drafts`, most, id: draft._id, clock, refusal: errors.tooManyDrafts({ limit: most }) },
    countOthers: (except: string[]) =>
      store.qrDrafts.countDocuments({ account, _id: { $nin: except } }, { limit: most }),
  };
  await quota.keep(account, draftBytes(draft), () =>
    writeWithinLimit(store.reservations, limit, () => store.qrDrafts.insertOne(draft)),
  );
  return draft;
}

/** Reads a hosted page as a draft of an edit of it, or of a copy. */
async function readPageDraft(context: CreateContext, id: number, { isCopy }: { isCopy: boolean }) {
  const page = await toPageView(await findOwnPage(context, id), context);
  const owned = pickOwnerFields(page);
  // A slug belongs to one page.
  if (isCopy) delete owned.slug;
  const name = page.label ?? page.title;
  return {
    ...{ kind: 'page' as const, type: page.type },
    name: (isCopy ? `${name} (copy)` : name).slice(0, DRAFTS.nameCharacters),
    experience: isCopy ? null : page.id,
    base_etag: isCopy ? null : page.etag,
    content: formatContent({ body: { ...readContent(page), ...owned }, design: { ...page.design } }),
  };
}

/** Returns the fields beside the content that the owner of a page has set. */
export const pickOwnerFields = (page: object): Fields =>
  Object.fromEntries(
    Object.entries(page).flatMap(([name, value]) => {
      if (!Object.hasOwn(ownerFields, name)) return [];
      const set = dropNulls(value);
      return set === undefined ? [] : [[name, set]];
    }),
  );

/** Returns a value without fields that are null or empty; undefined if nothing is left. */
function dropNulls(value: unknown): unknown {
  if (value === null) return undefined;
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.length > 0 ? value : undefined;
  const set = Object.entries(Object(value)).filter(([, one]) => dropNulls(one) !== undefined);
  return set.length > 0 ? Object.fromEntries(set) : undefined;
}

/** Returns the content of a page as it is generated from: the theme of other types than page is part of it. */
function readContent({ page, content, theme }: { page?: unknown; content?: unknown; theme?: unknown }): Fields {
  if (page !== undefined) return { page };
  return { content: { ...Object(content), ...(theme ? { theme } : {}) } };
}

export const listDrafts = accountRoute(
  route({
    name: 'qrDrafts',
    title: 'List drafts',
    method: 'GET',
    path: '/v1/qr-drafts',
    scope,
    summary: `Lists the drafts of the account, at most ${DRAFTS.count}, the one changed last first`,
    request: object({}),
    response: object({ drafts: list(draftRow) }),
    example: { request: {} },
  }),
  async (_, { store, key: { account }, limitedTo }: DraftContext) => {
    const found = await store.qrDrafts
      .find(
        { account, ...(limitedTo !== undefined && { _id: limitedTo }) },
        { projection: { content: 0 }, sort: { changed: -1, _id: 1 }, limit: DRAFTS.count },
      )
      .toArray();
    return { drafts: found.map(toDraftRow) };
  },
);

export const readDraft = accountRoute(
  route({
    name: 'qrDraft',
    title: 'Get a draft',
    method: 'GET',
    path: '/v1/qr-drafts/{id}',
    scope,
    summary: 'Returns a draft with its content and design',
    request: object({ id: draftIdField }),
    response: draftView,
    errors: [errors.draftUnknown],
    example: { request: { id: 'qrd_0123456789abcdef' } },
  }),
  async ({ id }, context: DraftContext) => toDraftView(await findOwnDraft(context, id)),
);

export const changeDraft = accountRoute(
  route({
    name: 'changeQrDraft',
    title: 'Change a draft',
    method: 'PATCH',
    path: '/v1/qr-drafts/{id}',
    scope,
    bodyLimit: LARGEST_BODY,
    fromHeaders: ifMatchHeader,
    summary: 'Replaces the fields of a draft that you send. Requires If-Match',
    request: object({
      id: draftIdField,
      if_match: draftIfMatch,
      kind: optional(oneOf(draftKinds)),
      type: optional(draftFields.type),
      name: optional(draftFields.name),
      base_etag: optional(
        text({ maxLength: 100, description: '`etag` of the version of the hosted page that the draft is to replace' }),
      ),
      body: optional(draftFields.body),
      design: optional(draftFields.design),
    }),
    response: draftView,
    errors: [
      errors.draftUnknown,
      errors.ifMatchRequired,
      errors.draftChanged,
      errors.draftTooLarge,
      errors.storageFull,
    ],
    example: { request: { id: 'qrd_0123456789abcdef', if_match: '"1"', name: 'Table cards' } },
  }),
  async (
    { id, if_match, kind, type, name, base_etag, body, design },
    context: DraftContext & { readonly clock: Clock },
  ) => {
    const before = await findOwnDraft(context, id);
    checkIfMatch(before, if_match);
    const content: DraftContent = parseContent(before);
    const changed = {
      ...(kind && { kind }),
      ...(type !== undefined && { type }),
      ...(name !== undefined && { name }),
      ...(base_etag !== undefined && before.experience !== null && { base_etag }),
      content:
        body === undefined && design === undefined
          ? before.content
          : formatContent({ body: body ?? content.body, design: design ?? content.design }),
      changed: context.clock.now(),
    };
    const update = async () => {
      const after = await context.store.qrDrafts.findOneAndUpdate(
        { _id: id, version: before.version },
        { $set: changed, $inc: { version: 1 } },
        { returnDocument: 'after' },
      );
      if (!after) throw errors.draftChanged();
      return after;
    };
    const more = draftBytes(changed) - draftBytes(before);
    const after = await (more > 0 ? context.quota.keep(before.account, more, update) : update());
    if (more < 0) await context.quota.release(before.account, -more);
    return toDraftView(after);
  },
  'nothing',
);

export const deleteDraft = accountRoute(
  route({
    name: 'deleteQrDraft',
    title: 'Delete a draft',
    method: 'DELETE',
    path: '/v1/qr-drafts/{id}',
    scope,
    fromHeaders: ifMatchHeader,
    summary: 'Deletes a draft; a hosted page that it edits stays as it is. Requires If-Match',
    request: object({ id: draftIdField, if_match: draftIfMatch }),
    response: object({ id: text(), state: oneOf(['deleted']) }),
    errors: [errors.draftUnknown, errors.ifMatchRequired, errors.draftChanged],
    example: { request: { id: 'qrd_0123456789abcdef', if_match: '*' } },
  }),
  async ({ id, if_match }, context: DraftContext) => {
    const before = await findOwnDraft(context, id);
    checkIfMatch(before, if_match);
    if (!(await removeDraft(context, before))) throw errors.draftChanged();
    return { id, state: 'deleted' as const };
  },
  'nothing',
);
