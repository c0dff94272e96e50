import { errors } from '../../../shared/contract/errors.js';
import { readFields } from '../../../shared/contract/input.js';
import { changePage, EDITS_PER_SECOND, pageSubject, removePage } from '../../pages/index.js';
import { type FormValues, readDone } from '../../web/index.js';
import { createMemberContext } from '../member-context.js';
import { handleForm, type PortalContext, type PortalRouter, type RefusedForm } from '../pages.js';
import type { PortalServices } from '../services.js';
import { findQrCode, PATH, type QrCode, readId, showTab } from './qr-code.js';

const DONE: Record<string, string> = { saved: 'Settings saved.' };

/** Message about an edit conflict, in place of that of the API, which is about versions. */
const CHANGED_MEANWHILE =
  'Someone else changed this QR code while you were editing it. Your changes are below and not saved yet. Check what changed, then save again to overwrite it.';

/** Fields whose current values the form shows. */
const SHOWN = [
  ...(['label', 'slug', 'valid_from', 'valid_until', 'max_scans'] as const),
  ...(['ended.title', 'ended.message', 'ended.url'] as const),
];

type Shown = Readonly<Record<(typeof SHOWN)[number], string>>;

const FIELDS = ['etag', ...SHOWN, 'password', 'remove_password'] as const;

/** Settings of a QR code beside its content and design. */
export function mountSettingsPage(router: PortalRouter, services: PortalServices): void {
  const showSettings = async (ctx: PortalContext, refused?: RefusedForm) => {
    const code = await findQrCode(services, ctx);
    const { type, problem: message, problems = {}, fields } = refused ?? {};
    const { password: _, ...values } = { ...readShown(code), password: '', ...fields };
    showTab(ctx, code, 'settings', {
      values: { ...values, etag: code.row.etag },
      problem: type === errors.experienceChanged.type ? CHANGED_MEANWHILE : message,
      // The form has names of its own for fields of the API.
      problems: Object.fromEntries(
        Object.entries(problems).map(([field, text]) => [field, text.replace('valid_from', 'the opening')]),
      ),
      now: services.clock.now(),
      done: readDone(DONE, ctx.query),
    });
  };

  router.get('/experiences/:id/settings', (ctx) => showSettings(ctx));

  handleForm(router, '/experiences/:id/settings', {
    permission: 'pages',
    mutates: { action: 'page.change', subject: pageSubject, id: (ctx) => String(readId(ctx)) },
    fields: FIELDS,
    async run(ctx, fields) {
      await countEdit(services, ctx);
      const code = await findQrCode(services, ctx);
      const change = { id: code.page._id, if_match: fields.etag, ...findChanges(readShown(code), fields) };
      await changePage.run(readFields(changePage.contract.request, change, 422), code.context);
      return `${PATH}/${code.page._id}/settings?done=saved`;
    },
    refuse: showSettings,
  });

  handleForm(router, '/experiences/:id/delete', {
    permission: 'pages',
    mutates: { action: 'page.delete', subject: pageSubject, id: (ctx) => String(readId(ctx)) },
    fields: [],
    async run(ctx) {
      await removePage.run({ id: readId(ctx), if_match: '*' }, createMemberContext(services, ctx));
      return `${PATH}?done=deleted`;
    },
  });
}

/** Counts an edit. @throws ApiError 429 */
async function countEdit({ rateLimiter }: PortalServices, ctx: PortalContext): Promise<void> {
  const { allowed } = await rateLimiter.count(`portal-edit:${ctx.state.member.account}`, EDITS_PER_SECOND, 1);
  if (!allowed) throw errors.tooManyRequests();
}

const readShown = ({ page: { ended }, row }: QrCode): Shown => ({
  label: row.label ?? '',
  slug: row.slug ?? '',
  valid_from: formatMinute(row.valid_from),
  valid_until: formatMinute(row.valid_until),
  max_scans: row.max_scans === null ? '' : String(row.max_scans),
  'ended.title': ended?.title ?? '',
  'ended.message': ended?.message ?? '',
  'ended.url': ended?.url ?? '',
});

/** Formats an instant (UTC) for a field with a day and a time. */
const formatMinute = (instant: string | null): string => instant?.slice(0, 16) ?? '';

/** Returns the fields of the edit that the form describes: those whose values differ from the current ones. */
function findChanges(current: Shown, sent: FormValues<(typeof FIELDS)[number]>): Record<string, unknown> {
  const read = (name: (typeof FIELDS)[number]): string =>
    String(sent[name] ?? '')
      .replaceAll('\r\n', '\n')
      .trim();
  const isChanged = (name: keyof Shown): boolean => read(name) !== current[name];
  const ended = Object.fromEntries(
    (['title', 'message', 'url'] as const).flatMap((name) => {
      const value = read(`ended.${name}`);
      return value === '' ? [] : [[name, value]];
    }),
  );
  return {
    ...(isChanged('label') && { label: read('label') }),
    ...(isChanged('slug') && { slug: read('slug') }),
    ...(isChanged('valid_from') && { valid_from: parseMinute(read('valid_from')) }),
    ...(isChanged('valid_until') && { valid_until: parseMinute(read('valid_until')) }),
    ...(isChanged('max_scans') && { max_scans: read('max_scans') || 0 }),
    ...((isChanged('ended.title') || isChanged('ended.message') || isChanged('ended.url')) && { ended }),
    ...(sent.password && { password: sent.password }),
    ...(sent.remove_password && { password: '' }),
  };
}

/** Returns the instant (UTC) that a field with a day and a time contains; what is none is left for the API to refuse. */
const parseMinute = (value: string): string => (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value) ? `${value}:00Z` : value);
