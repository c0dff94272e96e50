import type { RouterContext } from '@koa/router';
import Type from 'typebox';
import { generate } from '../../shared/contract/catalogue/qr-code.js';
import { codeFileFields, qrDesign } from '../../shared/contract/catalogue/qr-design.js';
import { generateExperience } from '../../shared/contract/catalogue/qr-experience.js';
import { asShape } from '../../shared/contract/coerce.js';
import { Download } from '../../shared/contract/download.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import { flag, object, optional, text } from '../../shared/contract/fields.js';
import { ownerFields } from '../../shared/contract/hosted-pages/page-fields.js';
import { conforms, readFields } from '../../shared/contract/input.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';
import { restoreError } from '../../shared/queue/internal-jobs.js';
import { type AccountLogCollections, recordChange } from '../account-log/index.js';
import type { AccountRequests, Key } from '../keys/index.js';
import { changePage, findOwnPage, pageSubject, toPageView } from '../pages/index.js';
import type { ContextOf, InProcessResponse } from '../web/index.js';
import type { StudioAccess } from './access.js';
import type { QrDraft, StudioCollections } from './collections.js';
import { type Fields, findOwnDraft, parseContent, removeDraft } from './draft-view.js';
import { pickOwnerFields } from './drafts.js';

/** Services that publishing needs. */
export type PublishContext = ContextOf<typeof changePage> & {
  readonly accountRequests: AccountRequests;
  readonly infrastructure: { readonly redis: Redis };
  readonly store: StudioCollections & AccountLogCollections;
};

/** Fields of a request to publish. */
const publishRequest = object({
  base_etag: optional(
    text({ maxLength: 100, description: '`etag` of the version of the page to replace, or `*` for any' }),
  ),
  new_key: optional(flag({ description: 'True to create a key in place of one that was revoked' })),
});

/** A page that a draft has become. */
interface Published {
  readonly experience_id: number;
  readonly scan_url: string;
}

const published = Type.Object({ experience_id: Type.Integer(), scan_url: Type.String() });

/**
 * Publishes a draft: creates its page by a request to the endpoint, which is charged like any, or edits the page that it is about. Then the
 * draft is deleted. A repetition returns the page.
 *
 * @throws ApiError 404 for an unknown draft, 402 without credits, 412 if the page has changed meanwhile, and errors of the fields
 */
export async function publishDraft(
  ctx: RouterContext,
  context: PublishContext,
  access: StudioAccess,
  sent: object,
): Promise<Published> {
  const { id = '' } = ctx.params;
  const request = readFields(publishRequest, sent, 422);
  const before = await readPublished(context, access.account, id);
  if (before) return before;
  const draft = await findOwnDraft(context, id);
  if (draft.kind !== 'page') throw errors.draftIsNoPage();
  const key = draft.experience === null ? await access.findKey(request.new_key ?? false) : undefined;
  const done = await recordChange(context, access.author, {
    ...{ action: key ? 'page.create' : 'page.change', subject: pageSubject },
    idOf: (answer) => String(answer?.experience_id ?? draft.experience ?? ''),
    run: () => (key ? createPage(ctx, context, draft, key) : editPage(context, draft, request.base_etag)),
  });
  await endDraft(context, access, draft, done);
  return done;
}

/** Creates the page of a draft. */
async function createPage(
  ctx: RouterContext,
  { accountRequests }: PublishContext,
  draft: QrDraft,
  key: Key,
): Promise<Published> {
  const { body, design } = parseContent(draft);
  const request = { ...pickContent(body), ...pickNamed(body, ownerFields), ...pickNamed(design, qrDesign.properties) };
  const response = await accountRequests.send(key, ctx, {
    path: generateExperience.path,
    body: { ...request, ...(draft.name !== '' && { label: draft.name }), type: draft.type, include_bytes: false },
    idempotencyKey: `studio-${draft._id}-${draft.version}`,
  });
  const { experience, scan_url } = readResponse(ctx, response, createdPage);
  return { experience_id: experience.id, scan_url };
}

const createdPage = Type.Object({ experience: Type.Object({ id: Type.Integer() }), scan_url: Type.String() });

/** Saves a draft as the next version of its page. Fields that it no longer has are removed. */
async function editPage(context: PublishContext, draft: QrDraft, baseEtag: string | undefined): Promise<Published> {
  const { body, design } = parseContent(draft);
  const before = await toPageView(await findOwnPage(context, draft.experience ?? 0), context);
  const sent = pickNamed(body, ownerFields);
  // A page without a label has its title as the name of the draft.
  const label = before.label === null && draft.name === before.title ? sent.label : draft.name;
  const removed = Object.keys(pickOwnerFields(before)).map((name) => [name, emptyValue(name)]);
  const changes = readFields(
    changePage.contract.request,
    {
      ...{ id: before.id, if_match: baseEtag ?? draft.base_etag ?? undefined },
      ...{ ...Object.fromEntries(removed), ...sent, ...(label !== undefined && { label }), ...pickContent(body) },
      design: pickNamed(design, qrDesign.properties),
    },
    422,
  );
  const { id, scan_url } = Object(await Promise.resolve(changePage.run(changes, context)).catch(throwUnavailable));
  return { experience_id: id, scan_url };
}

const pickContent = ({ page, content }: Fields): Fields => ({
  ...(page !== undefined && { page }),
  ...(content !== undefined && { content }),
});

const pickNamed = (fields: Fields, names: object): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(names, name)));

/** Returns the value of a field of the owner that removes it. */
function emptyValue(name: string): unknown {
  const field = Object.entries(ownerFields).find(([one]) => one === name)?.[1];
  const { type } = asShape(field);
  return type === 'object' ? {} : type === 'integer' ? 0 : '';
}

/** Reads the response of an endpoint. @throws ApiError its error */
function readResponse<S extends Type.TSchema>(
  ctx: RouterContext,
  { status, body, header }: InProcessResponse,
  schema: S,
): Type.Static<S> {
  const read: unknown = JSON.parse(body);
  if (status !== 200) {
    if (header('retry-after')) ctx.set('Retry-After', header('retry-after'));
    throw restoreError({ status }, read);
  }
  if (!conforms(schema, read)) throw errors.internalError({}, 'unexpected response of an endpoint');
  return read;
}

/** Time for which a published draft leads to its page, in seconds: a client whose response was lost repeats the request. */
const REMEMBERED_SECONDS = 86_400;

const publishedKey = (account: string, id: string): string => redisKey('studio-published', account, id);

/** Returns the page that a draft has become; undefined if it was not published lately. */
export async function readPublished(
  { infrastructure: { redis } }: Pick<PublishContext, 'infrastructure'>,
  account: string,
  id: string,
): Promise<Published | undefined> {
  const stored = await redis.get(publishedKey(account, id)).catch(throwUnavailable);
  const read: unknown = stored === null ? undefined : JSON.parse(stored);
  return conforms(published, read) ? read : undefined;
}

/** Deletes a draft that is published. One that was changed meanwhile becomes a draft of an edit of the page. */
async function endDraft(
  context: PublishContext,
  { account }: StudioAccess,
  draft: QrDraft,
  done: Published,
): Promise<void> {
  const {
    store,
    infrastructure: { redis },
  } = context;
  const { _id } = draft;
  if (await removeDraft(context, draft)) {
    // Without it a repetition finds no draft.
    await redis.set(publishedKey(account, _id), JSON.stringify(done), 'EX', REMEMBERED_SECONDS).catch(() => undefined);
    return;
  }
  await store.qrDrafts.updateOne(
    { _id, experience: null },
    { $set: { experience: done.experience_id, base_etag: '"1"' }, $inc: { version: 1 } },
  );
}

const fileRequest = object(codeFileFields);
const drawnCode = Type.Object({ ext: Type.String(), mime: Type.String(), data_base64: Type.String() });

/**
 * Draws the code of a draft that opens no page of ours, by a request to the endpoint, which is charged like any. A repetition with the same
 * draft, format and width is free.
 */
export async function downloadCode(
  ctx: RouterContext,
  context: PublishContext,
  access: StudioAccess,
  sent: object,
): Promise<Download> {
  const file = readFields(fileRequest, { ...ctx.query, ...sent }, 422);
  const draft = await findOwnDraft(context, ctx.params.id ?? '');
  if (draft.kind !== 'code') throw errors.draftIsPage();
  const { body, design } = parseContent(draft);
  const { qr_code_text, content } = body;
  const key = await access.findKey(Object(sent).new_key === true);
  const response = await context.accountRequests.send(key, ctx, {
    path: generate.path,
    body: { qr_code_text, content, ...pickNamed(design, qrDesign.properties), ...file, type: draft.type },
    idempotencyKey: `studio-${draft._id}-${draft.version}-${file.image_format}-${file.image_width}`,
  });
  const { ext, mime, data_base64 } = readResponse(ctx, response, drawnCode);
  return Download.of(`${toFileName(draft.name)}.${ext}`, Buffer.from(data_base64, 'base64'), mime);
}

/** Returns the name of a file without extension, from the name of a draft or page. */
export const toFileName = (name: string): string =>
  name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'qr-code';
