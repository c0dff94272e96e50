import { errors } from '../../../shared/contract/errors.js';
import { readFields } from '../../../shared/contract/input.js';
import { changePage, EDITS_PER_SECOND, pageSubject, removePage } from '../../pages/index.js';
import { readDone } from '../../web/index.js';
import { createMemberContext } from '../member-context.js';
import { type Fields, handleForm, type PortalContext, type PortalRouter, type RefusedForm } from '../pages.js';
import type { PortalServices } from '../services.js';
import { findQrCode, PATH as LIST, readId, showTab } from './qr-code.js';

const DONE: Record<string, string> = { saved: 'Settings saved.' };

/** Message about an edit conflict, in place of that of the API, which is about versions. */
const CHANGED_MEANWHILE =
  'Someone else changed this QR code while you were editing it. Your changes are below and not saved yet. Check what changed, then save again to overwrite it.';

const NAMES = ['etag', 'label', 'slug'] as const;

/** Settings of a QR code beside its content and design. */
export function settingsPage(router: PortalRouter, services: PortalServices): void {
  const showSettings = async (ctx: PortalContext, refused?: RefusedForm) => {
    const code = await findQrCode(services, ctx);
    const { label, slug, etag } = code.row;
    const { type, problem: message, problems = {}, fields } = refused ?? {};
    const problem = type === errors.experienceChanged.type ? CHANGED_MEANWHILE : message;
    const values = { label: label ?? '', slug: slug ?? '', ...fields, etag };
    showTab(ctx, code, 'settings', { values, problem, problems, done: readDone(DONE, ctx.query) });
  };

  router.get('/experiences/:id/settings', (ctx) => showSettings(ctx));

  handleForm(router, '/experiences/:id/settings', {
    permission: 'pages',
    mutates: { action: 'page.change', subject: pageSubject, id: (ctx) => String(readId(ctx)) },
    fields: NAMES,
    async run(ctx, fields) {
      await countEdit(services, ctx);
      const code = await findQrCode(services, ctx);
      const changed = findChanges({ label: code.row.label ?? '', slug: code.row.slug ?? '' }, fields);
      const change = { id: code.page._id, if_match: fields.etag, ...changed };
      await changePage.run(readFields(changePage.contract.request, change, 422), code.context);
      return `${LIST}/${code.page._id}/settings?done=saved`;
    },
    refuse: showSettings,
  });

  handleForm(router, '/experiences/:id/delete', {
    permission: 'pages',
    mutates: { action: 'page.delete', subject: pageSubject, id: (ctx) => String(readId(ctx)) },
    fields: [],
    async run(ctx) {
      await removePage.run({ id: readId(ctx), if_match: '*' }, createMemberContext(services, ctx));
      return `${LIST}?done=deleted`;
    },
  });
}

/** Counts an edit. @throws ApiError 429 */
export async function countEdit({ rateLimiter }: PortalServices, ctx: PortalContext): Promise<void> {
  const { allowed } = await rateLimiter.count(`portal-edit:${ctx.state.member.account}`, EDITS_PER_SECOND, 1);
  if (!allowed) throw errors.tooManyRequests();
}

/** Returns the fields whose values differ from the current ones. */
const findChanges = (current: Readonly<Record<string, string>>, sent: Fields): Fields =>
  Object.fromEntries(
    Object.entries(current).flatMap(([name, old]) => {
      const value = String(sent[name] ?? '').trim();
      return value === old ? [] : [[name, value]];
    }),
  );
