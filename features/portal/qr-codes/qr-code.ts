import { errors } from '../../../shared/contract/errors.js';
import { findOwnPage, type HostedPage, toPageRow } from '../../pages/index.js';
import { createMemberContext } from '../member-context.js';
import { type Fields, type PortalContext, showPage } from '../pages.js';
import type { PortalServices } from '../services.js';
import { nameType } from './words.js';

export const PATH = '/account/experiences';

/** Tabs of a QR code, by the last part of their paths. */
const TABS = [
  ['', 'Overview'],
  ['statistics', 'Statistics'],
  ['messages', 'Messages'],
  ['versions', 'Versions'],
  ['settings', 'Settings'],
] as const;

export type Tab = (typeof TABS)[number][0];

/** Reads the number of the page in a URL. @throws ApiError 404 */
export function readId(ctx: PortalContext): number {
  if (!/^\d{1,15}$/.test(ctx.params.id ?? '')) throw errors.experienceUnknown();
  return Number(ctx.params.id);
}

type Row = ReturnType<typeof toPageRow>;

/** Returns the name of a QR code in the portal: that which the owner gave it, or else that of its page. */
export const nameQrCode = ({ label, title, code }: Pick<Row, 'label' | 'title' | 'code'>): string =>
  label ?? (title || code);

/** State of a QR code for its owner, with the colour of its badge. */
export interface ShownState {
  readonly name: string;
  readonly tone: 'good' | 'quiet' | 'bad';
}

const STATES = {
  open: { name: 'Active', tone: 'good' },
  scheduled: { name: 'Scheduled', tone: 'quiet' },
  ended: { name: 'Ended', tone: 'quiet' },
  paused: { name: 'Paused', tone: 'quiet' },
  taken_down: { name: 'Taken down', tone: 'bad' },
} as const satisfies Record<string, ShownState>;

export const describeState = ({ state, availability }: Pick<Row, 'state' | 'availability'>): ShownState =>
  STATES[state === 'active' ? availability : state];

/** A QR code and the page that it opens. */
export interface QrCode {
  readonly page: HostedPage;
  readonly row: Row;
  readonly name: string;
  readonly context: ReturnType<typeof createMemberContext>;
}

/** Finds the QR code in a URL. @throws ApiError 404 unless the account has it */
export async function findQrCode(services: PortalServices, ctx: PortalContext): Promise<QrCode> {
  const context = createMemberContext(services, ctx);
  const page = await findOwnPage(context, readId(ctx));
  const row = toPageRow(page, await services.hosts.urlsFor(page.account), services);
  return { page, row, name: nameQrCode(row), context };
}

/** Shows a tab of a QR code, or a page below it with a template of its own. */
export function showTab(
  ctx: PortalContext,
  { row, name }: QrCode,
  tab: Tab,
  { template = `qr-code-${tab || 'overview'}`, ...view }: { template?: string; done?: string | undefined } & Fields,
): void {
  const title = TABS.find(([path]) => path === tab)?.[1] ?? '';
  const tabs = TABS.map(([path, text]) => ({
    text,
    link: `${PATH}/${row.id}${path && `/${path}`}`,
    isOpen: path === tab,
  }));
  showPage(ctx, template, {
    ...view,
    title: tab === '' ? name : `${title} · ${name}`,
    head: { id: row.id, name, tabs, type: nameType(row.type), state: describeState(row), takenDown: row.taken_down },
    row,
    // Phones join the network of a Wi-Fi code without opening its page.
    joins: row.type === 'wifi',
  });
}
