import { flattenBlocks } from '../../../shared/contract/hosted-pages/document.js';
import { requirePermission } from '../../members/index.js';
import { exportPageEvents, listPageEvents, nameBlocks, pageSubject, removePageEvents } from '../../pages/index.js';
import { readDone } from '../../web/index.js';
import { createMemberContext, requireJson } from '../member-context.js';
import { handleForm, type PortalRouter } from '../pages.js';
import type { PortalServices } from '../services.js';
import { findQrCode, PATH, type QrCode, readId, showTab } from './qr-code.js';
import { sendDownload } from './statistics.js';
import { nameCountry, nameDevice } from './words.js';

const PER_PAGE = 50;

/** Kinds of messages, by their names in URLs. */
const KINDS = {
  messages: { event: 'feedback_submitted', title: 'Messages', block: 'feedback' },
  ratings: { event: 'rating_submitted', title: 'Ratings', block: 'rating' },
  contacts: { event: 'lead_submitted', title: 'Contacts', block: 'leadForm' },
} as const;

type Kind = keyof typeof KINDS;

const isKind = (text: unknown): text is Kind => typeof text === 'string' && Object.hasOwn(KINDS, text);

const DONE: Record<string, string> = { deleted: 'Messages, ratings, contacts and clicks deleted.' };

/** Adds the page with the messages of visitors of a QR code. */
export function mountMessagesPage(router: PortalRouter, services: PortalServices): void {
  router.get('/experiences/:id/messages', async (ctx) => {
    const code = await findQrCode(services, ctx);
    const kind = isKind(ctx.query.kind) ? ctx.query.kind : findFirstKind(code.page);
    const after = typeof ctx.query.after === 'string' ? { after: ctx.query.after.slice(0, 60) } : {};
    const query = { id: code.page._id, event: KINDS[kind].event, limit: PER_PAGE, ...after };
    const { events, next } = requireJson(await listPageEvents.run(query, code.context));
    const base = `${PATH}/${code.page._id}/messages`;
    const blocks = nameBlocks(code.page);
    showTab(ctx, code, 'messages', {
      kinds: Object.entries(KINDS).map(([name, { title }]) => ({
        title,
        link: `${base}?kind=${name}`,
        isOpen: name === kind,
      })),
      ...{ kind, kindTitle: KINDS[kind].title.toLowerCase(), isFirst: ctx.query.after === undefined },
      left: events.map(({ id, at, value, block, meta, device, country, bot }) => ({
        ...{ id, at, value, bot, fields: readFields(meta) },
        from: [nameDevice(device), ...(country ? [nameCountry(country)] : [])].join(', '),
        block: blocks.size > 1 && block ? blocks.get(block) : undefined,
      })),
      nextPage: next === null ? undefined : `${base}?${new URLSearchParams({ kind, after: next })}`,
      days: services.config.VISITS_KEPT_DAYS,
      done: readDone(DONE, ctx.query),
    });
  });

  router.get('/experiences/:id/events.csv', async (ctx) => {
    requirePermission(ctx.state.role, 'pages');
    const context = createMemberContext(services, ctx);
    sendDownload(ctx, await exportPageEvents.run({ id: readId(ctx) }, context));
  });

  handleForm(router, '/experiences/:id/messages/delete', {
    permission: 'pages',
    mutates: { action: 'page.delete_events', subject: pageSubject, id: (ctx) => String(readId(ctx)) },
    fields: [],
    async run(ctx) {
      const id = readId(ctx);
      await removePageEvents.run({ id }, createMemberContext(services, ctx));
      return `${PATH}/${id}/messages?done=deleted`;
    },
  });
}

/** Returns the kind to show first: one that the page has a block for. */
function findFirstKind({ page }: QrCode['page']): Kind {
  const blocks = new Set(flattenBlocks(page?.blocks ?? []).map(({ type }) => type));
  return (['messages', 'contacts', 'ratings'] as const).find((kind) => blocks.has(KINDS[kind].block)) ?? 'messages';
}

/** Returns the fields of a contact form, or what a program has sent with an event. */
const readFields = (meta: Readonly<Record<string, unknown>> | null): [name: string, value: string][] =>
  Object.entries(Object(meta?.fields ?? meta)).map(([name, value]) => [
    name.replaceAll('_', ' '),
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
