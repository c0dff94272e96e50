import { STUDIO_SESSION_SECONDS } from '../../shared/contract/bounds.js';
import { generateExperience } from '../../shared/contract/catalogue/qr-experience.js';
import { errors } from '../../shared/contract/errors.js';
import { instant, integer, list, object, oneOf, optional, text, withDefault } from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import { baseUrl } from '../../shared/process/config.js';
import { hashSecret } from '../../shared/store/hash-secret.js';
import { type Key, opensEndpoint } from '../keys/index.js';
import { generateSecret } from '../members/index.js';
import { accountRoute, type ContextOf } from '../web/index.js';
import { findOwnDraft } from './draft-view.js';
import { createDraft } from './drafts.js';
import { studioRights } from './rights.js';

/** Path of an embedded studio, whose sessions are below it. */
export const EMBEDDED = '/studio';

type SessionContext = ContextOf<typeof createDraft> & {
  readonly config: Parameters<typeof baseUrl>[0];
  readonly key: Key;
};

export const createStudioSession = accountRoute(
  route({
    name: 'createStudioSession',
    title: 'Open the studio in your product',
    method: 'POST',
    path: '/v1/qr-studio/sessions',
    scope: 'pages',
    returnsSecret: true,
    summary:
      'Creates the URL of an editor for one draft or hosted page, to embed in a page of yours. It ends with its time or with the key',
    request: object({
      origin: text({
        maxLength: 200,
        pattern: '^https?://[A-Za-z0-9.:\\[\\]-]+$',
        shape: 'an origin such as https://example.com',
        description: 'Only origin that may embed the editor',
      }),
      draft: optional(
        text({ maxLength: 60, description: 'Id of the draft; by default, the editor begins with a new one' }),
      ),
      experience_id: optional(
        integer({ minimum: 1, description: 'Id of the hosted page to edit, instead of a draft' }),
      ),
      may: withDefault(
        list(oneOf(studioRights), {
          minItems: 1,
          maxItems: 2,
          description: 'edit, and publish at the expense of the key',
        }),
        ['edit', 'publish'],
      ),
      expires_in: withDefault(
        integer({ minimum: 60, maximum: STUDIO_SESSION_SECONDS, description: 'Lifetime of the session in seconds' }),
        STUDIO_SESSION_SECONDS,
      ),
    }),
    response: object({
      url: text({ description: 'URL for the src of an iframe; keep it secret' }),
      expires_at: instant(),
    }),
    errors: [
      errors.draftUnknown,
      errors.experienceUnknown,
      errors.tooManyDrafts,
      errors.apiKeyNotAllowed,
      errors.responseNotStored,
    ],
    example: { request: { origin: 'https://app.example.com', may: ['edit', 'publish'], expires_in: 3600 } },
  }),
  async ({ origin, draft: wanted, experience_id, may, expires_in }, context: SessionContext) => {
    const { store, clock, key, config } = context;
    if (may.includes('publish') && !opensEndpoint(key.scopes, generateExperience)) throw errors.apiKeyNotAllowed();
    const draft = wanted === undefined ? await findDraftOfPage(context, experience_id) : wanted;
    if (wanted !== undefined) await findOwnDraft(context, wanted);
    const secret = generateSecret();
    const now = clock.now();
    const expires = new Date(now.getTime() + expires_in * 1_000);
    await store.qrStudioSessions.insertOne({
      ...{ _id: hashSecret(secret), account: key.account, key: key._id, origin, may, created: now, expires },
      ...(draft !== undefined && { draft }),
    });
    return { url: `${baseUrl(config)}${EMBEDDED}/${secret}`, expires_at: expires.toISOString() };
  },
  'nothing',
);

/** Returns the draft of an edit of a page, which is created if there is none; undefined without a page. */
async function findDraftOfPage(context: SessionContext, experience: number | undefined): Promise<string | undefined> {
  if (experience === undefined) return undefined;
  const { store, key } = context;
  const found = await store.qrDrafts.findOne(
    { account: key.account, experience },
    { projection: { _id: 1 }, sort: { changed: -1 } },
  );
  if (found) return found._id;
  return Object(await createDraft.run({ kind: 'page', type: 'page', experience_id: experience }, context)).id;
}
