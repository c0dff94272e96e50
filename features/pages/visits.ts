import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { isbot } from 'isbot';
import { ObjectId } from 'mongodb';
import { UAParser } from 'ua-parser-js';
import { LONGEST_HEADER_STORED } from '../../shared/contract/bounds.js';
import { utcDay } from '../../shared/process/clock.js';
import { isDuplicate } from '../../shared/store/insert-new.js';
import type { HostedPage, PageCollections, PageEvent, Visit } from './collections.js';
import { computeKeyedHash } from './keyed-hash.js';

/** Information about a visitor, from the request. */
export interface Visitor {
  ip?: string | undefined;
  userAgent?: string | undefined;
  referrer?: string | undefined;
  country?: string | undefined;
  /** The header Accept-Language. */
  languages?: string | undefined;
}

/** User agents of applications that fetch a page to show a link preview. */
const LINK_PREVIEW =
  /facebookexternalhit|whatsapp|telegrambot|slackbot|twitterbot|discordbot|linkedinbot|skypeuripreview|preview/i;

/**
 * Records that a visitor opened a page; the scheduler counts it.
 *
 * @param requestId id of a job that may run twice: it is recorded once
 * @param target name of the target that the visitor was led to
 */
export async function recordScan(
  store: PageCollections,
  page: HostedPage,
  visitor: Visitor,
  at: Date,
  { requestId, target }: { requestId?: string; target?: string | undefined } = {},
): Promise<void> {
  const scan = { ...(await buildVisit(store, page, visitor, at)), ...(target && { target }) };
  await ignoreDuplicate(store.scans.insertOne({ ...deriveId(requestId), ...scan }));
}

/**
 * Records an interaction of a visitor with a page.
 *
 * @param requestId see recordScan
 */
export async function recordEvent(
  store: PageCollections,
  page: HostedPage,
  visitor: Visitor,
  at: Date,
  details: Pick<PageEvent, 'event' | 'value' | 'meta'>,
  requestId?: string,
): Promise<void> {
  const event = { ...(await buildVisit(store, page, visitor, at)), ...details };
  await ignoreDuplicate(store.events.insertOne({ ...deriveId(requestId), ...event }));
}

/** Derives the id of a document from the id of a request. */
function deriveId(requestId: string | undefined): { _id?: ObjectId } {
  if (requestId === undefined) return {};
  return { _id: ObjectId.createFromHexString(createHash('sha256').update(requestId).digest('hex').slice(0, 24)) };
}

async function ignoreDuplicate(insertion: Promise<unknown>): Promise<void> {
  try {
    await insertion;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
}

/** Describes a visitor, by the headers of the request. */
export const describeVisitor = ({ userAgent, country, languages }: Visitor) => ({
  device: detectDevice(userAgent),
  country: country && /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : null,
  language: /^\s*([A-Za-z]{2,3})(?![A-Za-z])/.exec(languages ?? '')?.[1]?.toLowerCase() ?? null,
  bot: isBot(userAgent),
});

/** True for crawlers and link previews. */
export const isBot = (userAgent: string | undefined): boolean =>
  !userAgent || isbot(userAgent) || LINK_PREVIEW.test(userAgent);

async function buildVisit(store: PageCollections, page: HostedPage, visitor: Visitor, at: Date): Promise<Visit> {
  const { ip, userAgent, referrer } = visitor;
  return {
    experience: page._id,
    at,
    day: utcDay(at),
    ip_hash: await hashClientAddress(store, ip),
    user_agent: userAgent?.slice(0, LONGEST_HEADER_STORED) || null,
    referrer: referrer?.slice(0, LONGEST_HEADER_STORED) || null,
    ...describeVisitor(visitor),
    pending: true,
  };
}

function detectDevice(userAgent = ''): Visit['device'] {
  if (!userAgent) return 'other';
  const { type } = new UAParser(userAgent.slice(0, LONGEST_HEADER_STORED)).getDevice();
  if (type === 'mobile' || type === 'tablet') return type;
  return type === undefined ? 'desktop' : 'other';
}

/** Returns the keyed hash of a visitor's IP address; null if it is not an address. */
export const hashClientAddress = async (
  { secrets }: Pick<PageCollections, 'secrets'>,
  ip: string | undefined,
): Promise<string | null> =>
  ip && isIP(ip) ? (await computeKeyedHash(secrets, 'client-address-hash', ip)).toString('hex').slice(0, 32) : null;
