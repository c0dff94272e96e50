import { isbot } from 'isbot';
import { known, type Readings } from './detectors.js';

/** The program that calls instead of a person. */
export interface Bot {
  name: string;
  category: BotCategory;
  url: string | null;
}

/** What a bot is for. */
export type BotCategory =
  | 'search_engine'
  | 'ai_crawler'
  | 'ai_assistant'
  | 'seo'
  | 'monitoring'
  | 'social_preview'
  | 'feed_reader'
  | 'archiver'
  | 'advertising'
  | 'academic'
  | 'security_scanner'
  | 'validator'
  | 'http_library'
  | 'browser_automation'
  | 'service'
  | 'crawler';

/** Words that stand for a program even where the rest of the user agent is a real browser's. */
const robotWord =
  /(?<!cu)bots?(?:\b|_)|crawl|spider|scrap(?:e|ing|y)|scanner|-scan\b|link ?check|https?:\/\/|@[a-z][\w-]+\.|\b(?:headless|phantom|selenium|playwright|cypress|lighthouse|pagespeed|ptst|monitor(?:ing)?|validator|preview|archive|feedfetcher|synthetic|webkit2png|botocore|nscurl|winhttp|node\.js|ruby\/)/i;

/** Programs that no list knows. */
const unlisted: readonly [pattern: RegExp, category: BotCategory][] = [
  [/\bDebugBear\b/, 'monitoring'],
  [/\bZoom\.Mac\b/, 'social_preview'],
  [/\b(?:libwhisker|Siege|nyawc)\//, 'security_scanner'],
  [/\b(?:wkhtmltopdf|wkhtmltoimage|webscreenie|Zombie\.js|SlimerJS|ScreenShotService)\b/, 'browser_automation'],
  [/\bMS Web Services Client Protocol\b/, 'http_library'],
];

/** The bot behind a user agent, or null for what people use. */
export const botOf = (readings: Readings): Bot | null =>
  listedBot(readings) ?? unlistedBot(readings) ?? httpLibrary(readings) ?? unnamedBot(readings);

function listedBot(readings: Readings): Bot | null {
  const { ua, detectedBot } = readings;
  // "Generic Bot" is its word for a robot's word that it found, not a name.
  const name = detectedBot.name === 'Generic Bot' ? nameIn(ua, ua.search(robotWord)) : known(detectedBot.name);
  const crawler = readings.crawlers.find(({ text }) => !isUsedByPeople(text, readings));
  if (name === null && !crawler) return null;
  return {
    name: name ?? nameIn(ua, crawler?.at ?? 0),
    category: categoryOf(known(detectedBot.category), crawler?.tag ?? null, ua),
    url: known(detectedBot.url) ?? crawler?.url ?? null,
  };
}

/** Some makers' crawlers and what people use share a word: Sogou's browser, Notion's desktop app. */
function isUsedByPeople(word: string, { ua, detected: { client } }: Readings): boolean {
  const isBrowserOfThatName = isBrowserLike(ua) && client.name?.toLowerCase().includes(word.toLowerCase()) === true;
  return isBrowserOfThatName || (/\bElectron\/\d/.test(ua) && !robotWord.test(ua));
}

function unlistedBot({ ua }: Readings): Bot | null {
  for (const [pattern, category] of unlisted) {
    const at = ua.search(pattern);
    if (at >= 0) return { name: nameIn(ua, at), category, url: null };
  }
  return null;
}

/** A library for HTTP calls says nothing of a device; an app that uses one does, and is a person's. */
function httpLibrary({ detected: { client, os, device } }: Readings): Bot | null {
  const name = client.type === 'library' ? known(client.name) : null;
  if (name === null || known(os.name) !== null || known(device.brand) !== null) return null;
  return { name, category: 'http_library', url: null };
}

/**
 * isbot also takes for a bot what merely looks unlike a browser, so without a robot's word it is believed only where
 * nothing speaks for a device.
 */
function unnamedBot({ ua, detected: { os, device, client } }: Readings): Bot | null {
  if (!isbot(ua)) return null;
  const at = ua.search(robotWord);
  const speaksForDevice = known(os.name) ?? known(device.brand) ?? known(client.name);
  if (speaksForDevice !== null && at < 0) return null;
  return { name: nameIn(ua, at), category: categoryOf(null, null, ua), url: null };
}

const isBrowserLike = (ua: string): boolean => ua.startsWith('Mozilla/');

/** A bot's name: the product that a user agent begins with, or in one like a browser's the word at a telling place. */
const nameIn = (ua: string, place: number): string => wordAt(ua, isBrowserLike(ua) ? Math.max(place, 0) : 0);

/** The name that stands around a place in a user agent: the host of an address, a product without its version. */
function wordAt(ua: string, place: number): string {
  const start = Math.max(...[' ', '(', ';', ','].map((edge) => ua.lastIndexOf(edge, place))) + 1;
  const rest = ua.slice(start).trim();
  const host = /^\+?https?:\/\/(?:www\.)?([^/\s;)]+)/.exec(rest)?.[1];
  return (host ?? /[\p{L}\p{N}][\p{L}\p{N}._!-]*/u.exec(rest)?.[0] ?? rest).slice(0, 80) || ua.slice(0, 80);
}

/** node-device-detector's categories; one that is not here says no more than "a crawler". */
const detectorCategories = new Map<string, BotCategory>([
  ['Search bot', 'search_engine'],
  ['Search tools', 'search_engine'],
  ['AI Search Crawler', 'ai_crawler'],
  ['AI Data Scraper', 'ai_crawler'],
  ['AI Assistant', 'ai_assistant'],
  ['AI Agent', 'ai_assistant'],
  ['Site Monitor', 'monitoring'],
  ['Network Monitor', 'monitoring'],
  ['Benchmark', 'monitoring'],
  ['Social Media Agent', 'social_preview'],
  ['Feed Fetcher', 'feed_reader'],
  ['Feed Reader', 'feed_reader'],
  ['Feed Parser', 'feed_reader'],
  ['Read-it-later Service', 'feed_reader'],
  ['Security Checker', 'security_scanner'],
  ['Security search bot', 'security_scanner'],
  ['Validator', 'validator'],
  ['Service Agent', 'service'],
  ['Service bot', 'service'],
]);

/** crawler-user-agents' tags. Its `seo` is left out: it also stands for "none of the others". */
const crawlerTags = new Map<string, BotCategory>([
  ['search-engine', 'search_engine'],
  ['ai-crawler', 'ai_crawler'],
  ['monitoring', 'monitoring'],
  ['social-preview', 'social_preview'],
  ['feed-reader', 'feed_reader'],
  ['archiver', 'archiver'],
  ['advertising', 'advertising'],
  ['academic', 'academic'],
  ['scanner', 'security_scanner'],
  ['http-library', 'http_library'],
  ['browser-automation', 'browser_automation'],
]);

const seo =
  /seo|semrush|ahrefs|mj12|majestic|rogerbot|dotbot|serpstat|sistrix|screaming ?frog|blexbot|barkrowler|backlink|site ?audit|rank/i;

/**
 * The category of a bot by what the two lists say of it; the first wins where it is more than "a crawler".
 *
 * @param detected node-device-detector's category
 * @param tag crawler-user-agents' first tag
 */
function categoryOf(detected: string | null, tag: string | null, ua: string): BotCategory {
  const listed = detectorCategories.get(detected ?? '') ?? crawlerTags.get(tag ?? '');
  return listed ?? (seo.test(ua) ? 'seo' : 'crawler');
}
