import { createHash, createHmac, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { isbot } from 'isbot';
import { ObjectId } from 'mongodb';
import { UAParser } from 'ua-parser-js';
import { LONGEST_HEADER_KEPT } from '../../shared/contract/bounds.js';
import { utcDay } from '../../shared/process/clock.js';
import { isDuplicate } from '../../shared/store/insert-new.js';
import type { HostedPage, PageCollections, PageEvent, Visit } from './collections.js';

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
 */
export async function recordScan(
  store: PageCollections,
  page: HostedPage,
  visitor: Visitor,
  at: Date,
  requestId?: string,
): Promise<void> {
  const scan = await buildVisit(store, page, visitor, at);
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

async function buildVisit(
  store: PageCollections,
  page: HostedPage,
  { ip, userAgent, referrer, country, languages }: Visitor,
  at: Date,
): Promise<Visit> {
  return {
    experience: page._id,
    at,
    day: utcDay(at),
    ip_hash: await hashClientAddress(store, ip),
    user_agent: userAgent?.slice(0, LONGEST_HEADER_KEPT) || null,
    referrer: referrer?.slice(0, LONGEST_HEADER_KEPT) || null,
    device: detectDevice(userAgent),
    country: country && /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : null,
    language: /^\s*([A-Za-z]{2,3})(?![A-Za-z])/.exec(languages ?? '')?.[1]?.toLowerCase() ?? null,
    bot: !userAgent || isbot(userAgent) || LINK_PREVIEW.test(userAgent),
    pending: true,
  };
}

function detectDevice(userAgent = ''): Visit['device'] {
  if (!userAgent) return 'other';
  const { type } = new UAParser(userAgent.slice(0, LONGEST_HEADER_KEPT)).getDevice();
  if (type === 'mobile' || type === 'tablet') return type;
  return type === undefined ? 'desktop' : 'other';
}

/** Returns the keyed hash of a visitor's IP address; null if it is not an address. */
export const hashClientAddress = async (
  { secrets }: Pick<PageCollections, 'secrets'>,
  ip: string | undefined,
): Promise<string | null> => (ip && isIP(ip) ? hashAddress(ip, secrets) : null);

type Secrets = PageCollections['secrets'];

const HASH_KEY = 'client-address-hash';

/** Keys of the databases that this process has used. */
const hashKeys = new Map<string, string>();

/** Hashes a client address. Without the key, which stays in the store, nobody can test addresses against a hash. */
async function hashAddress(address: string, secrets: Secrets): Promise<string> {
  const key = hashKeys.get(secrets.dbName) ?? (await loadHashKey(secrets));
  hashKeys.set(secrets.dbName, key);
  return createHmac('sha256', key).update(address).digest('hex').slice(0, 32);
}

/** Loads the key that all processes share, or creates it. */
async function loadHashKey(secrets: Secrets): Promise<string> {
  const stored = await secrets.findOne({ _id: HASH_KEY });
  if (stored) return stored.value;
  try {
    const value = randomBytes(32).toString('hex');
    await secrets.insertOne({ _id: HASH_KEY, value });
    return value;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return loadHashKey(secrets);
  }
}
