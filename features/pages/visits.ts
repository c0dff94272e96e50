import { createHash, createHmac, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { isbot } from 'isbot';
import { ObjectId } from 'mongodb';
import { UAParser } from 'ua-parser-js';
import { LONGEST_HEADER_STORED } from '../../shared/contract/bounds.js';
import { utcDay } from '../../shared/process/clock.js';
import { isDuplicate } from '../../shared/store/insert-new.js';
import type { Experience, ExperienceCollections, QrEvent, Visit } from './collections.js';

/** What a request tells of who sent it. */
export interface Visitor {
  ip?: string | undefined;
  userAgent?: string | undefined;
  referrer?: string | undefined;
  country?: string | undefined;
  /** The header `Accept-Language`. */
  languages?: string | undefined;
}

/** Applications that fetch a page to show a preview of it, and say so in their user agent. */
const LINK_PREVIEW =
  /facebookexternalhit|whatsapp|telegrambot|slackbot|twitterbot|discordbot|linkedinbot|skypeuripreview|preview/i;

/**
 * Logs that someone opened an experience; the scheduler counts it.
 *
 * @param requestId of a call that may come twice: it is logged once
 */
export async function recordScan(
  store: ExperienceCollections,
  experience: Experience,
  visitor: Visitor,
  at: Date,
  requestId?: string,
): Promise<void> {
  const scan = await visit(store, experience, visitor, at);
  await unlessThere(store.scans.insertOne({ ...idFor(requestId), ...scan }));
}

/**
 * Logs what someone did on a page.
 *
 * @param requestId of a call that may come twice: it is logged once
 */
export async function recordEvent(
  store: ExperienceCollections,
  experience: Experience,
  visitor: Visitor,
  at: Date,
  done: Pick<QrEvent, 'event' | 'value' | 'meta'>,
  requestId?: string,
): Promise<void> {
  const event = { ...(await visit(store, experience, visitor, at)), ...done };
  await unlessThere(store.events.insertOne({ ...idFor(requestId), ...event }));
}

/** An id that follows from a request's. */
function idFor(requestId: string | undefined): { _id?: ObjectId } {
  if (requestId === undefined) return {};
  return { _id: ObjectId.createFromHexString(createHash('sha256').update(requestId).digest('hex').slice(0, 24)) };
}

/** Waits for an insertion, which comes to nothing when its document is there already. */
async function unlessThere(insertion: Promise<unknown>): Promise<void> {
  try {
    await insertion;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
}

async function visit(
  store: ExperienceCollections,
  experience: Experience,
  { ip, userAgent, referrer, country, languages }: Visitor,
  at: Date,
): Promise<Visit> {
  return {
    experience: experience._id,
    at,
    day: utcDay(at),
    ip_hash: await hashOfAddress(store, ip),
    user_agent: userAgent?.slice(0, LONGEST_HEADER_STORED) || null,
    referrer: referrer?.slice(0, LONGEST_HEADER_STORED) || null,
    device: deviceOf(userAgent),
    country: country && /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : null,
    language: /^\s*([A-Za-z]{2,3})(?![A-Za-z])/.exec(languages ?? '')?.[1]?.toLowerCase() ?? null,
    bot: !userAgent || isbot(userAgent) || LINK_PREVIEW.test(userAgent),
    pending: true,
  };
}

function deviceOf(userAgent = ''): Visit['device'] {
  if (!userAgent) return 'other';
  const { type } = new UAParser(userAgent.slice(0, LONGEST_HEADER_STORED)).getDevice();
  if (type === 'mobile' || type === 'tablet') return type;
  return type === undefined ? 'desktop' : 'other';
}

/** What is kept of a visitor's address: a keyed hash; nothing of what is no address. */
export const hashOfAddress = async (
  { secrets }: Pick<ExperienceCollections, 'secrets'>,
  ip: string | undefined,
): Promise<string | null> => (ip && isIP(ip) ? hashAddress(ip, secrets) : null);

type Secrets = ExperienceCollections['secrets'];

const HASH_KEY = 'client-address-hash';

/** The key of each database that this process has used. */
const knownKeys = new Map<string, string>();

/** A keyed hash of a client address. Without the key, which stays in the store, no address can be tried against it. */
async function hashAddress(address: string, secrets: Secrets): Promise<string> {
  const key = knownKeys.get(secrets.dbName) ?? (await sharedKey(secrets));
  knownKeys.set(secrets.dbName, key);
  return createHmac('sha256', key).update(address).digest('hex').slice(0, 32);
}

/** The key that all processes share, made by whichever needs it first. */
async function sharedKey(secrets: Secrets): Promise<string> {
  const kept = await secrets.findOne({ _id: HASH_KEY });
  if (kept) return kept.value;
  try {
    const value = randomBytes(32).toString('hex');
    await secrets.insertOne({ _id: HASH_KEY, value });
    return value;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return sharedKey(secrets);
  }
}
