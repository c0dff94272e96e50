import { createHmac, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { isbot } from 'isbot';
import { UAParser } from 'ua-parser-js';
import { LONGEST_HEADER_KEPT } from '../contract/bounds.js';
import { utcDay } from '../process/clock.js';
import type { Experience, ExperienceCollections, QrEvent, Visit } from './collections.js';

/** What a request tells of who sent it. */
export interface Visitor {
  ip?: string | undefined;
  userAgent?: string | undefined;
  referrer?: string | undefined;
  country?: string | undefined;
}

/** Applications that fetch a page to show a preview of it, and say so in their user agent. */
const LINK_PREVIEW =
  /facebookexternalhit|whatsapp|telegrambot|slackbot|twitterbot|discordbot|linkedinbot|skypeuripreview|preview/i;

/** How long client addresses are kept as they are: 30 days. */
const ADDRESS_KEPT_MS = 30 * 86_400_000;

/** Logs that someone opened an experience; the scheduler counts it. */
export async function recordScan(
  store: ExperienceCollections,
  experience: Experience,
  visitor: Visitor,
  at: Date,
): Promise<void> {
  await store.scans.insertOne(await visit(store, experience, visitor, at));
}

/** Logs what someone did on a page. */
export async function recordEvent(
  store: ExperienceCollections,
  experience: Experience,
  visitor: Visitor,
  at: Date,
  done: Pick<QrEvent, 'event' | 'value' | 'meta'>,
): Promise<void> {
  await store.events.insertOne({ ...(await visit(store, experience, visitor, at)), ...done });
}

async function visit(
  store: ExperienceCollections,
  experience: Experience,
  { ip, userAgent, referrer, country }: Visitor,
  at: Date,
): Promise<Visit> {
  const address = ip && isIP(ip) ? ip : null;
  return {
    experience: experience._id,
    at,
    day: utcDay(at),
    ...(address ? { ip: address, forget_ip: new Date(at.getTime() + ADDRESS_KEPT_MS) } : {}),
    ip_hash: address && (await hashAddress(address, store.secrets)),
    user_agent: userAgent?.slice(0, LONGEST_HEADER_KEPT) || null,
    referrer: referrer?.slice(0, LONGEST_HEADER_KEPT) || null,
    device: deviceOf(userAgent),
    country: country && /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : null,
    bot: !userAgent || isbot(userAgent) || LINK_PREVIEW.test(userAgent),
    pending: true,
  };
}

function deviceOf(userAgent = ''): Visit['device'] {
  if (!userAgent) return 'other';
  const { type } = new UAParser(userAgent.slice(0, LONGEST_HEADER_KEPT)).getDevice();
  if (type === 'mobile' || type === 'tablet') return type;
  return type === undefined ? 'desktop' : 'other';
}

type Secrets = ExperienceCollections['secrets'];

const HASH_KEY = 'client-address-hash';
const DUPLICATE_KEY = 11_000;

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
    if (!(error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY)) throw error;
    return sharedKey(secrets);
  }
}
