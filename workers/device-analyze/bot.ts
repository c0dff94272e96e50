import { isbot } from 'isbot';
import { type AiPurpose, findAiBot, findSigner } from './ai-bots.js';
import { emptyToNull, type Readings } from './detectors.js';

/** A program that sends requests instead of a person. */
export interface Bot {
  name: string;
  category: BotCategory;
  /** Purpose of a bot of an AI service; null for others, and if it is not known. */
  purpose: AiPurpose | null;
  url: string | null;
}

/** Category of a bot. */
type BotCategory =
  | 'search_engine'
  | 'ai_crawler'
  | 'ai_assistant'
  | 'ai_agent'
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

/** Words of programs, even in the user agent of a real browser. */
const robotWord =
  /(?<!cu)bots?(?:\b|_)|crawl|spider|scrap(?:e|ing|y)|scanner|-scan\b|link ?check|https?:\/\/|@[a-z][\w-]+\.|\b(?:headless|phantom|selenium|playwright|cypress|lighthouse|pagespeed|ptst|monitor(?:ing)?|validator|preview|archive|feedfetcher|synthetic|webkit2png|botocore|nscurl|winhttp|node\.js|ruby\/)/i;

/** Programs that are on no list. */
const unlisted: readonly [pattern: RegExp, category: BotCategory][] = [
  [/\bDebugBear\b/, 'monitoring'],
  [/\bZoom\.Mac\b/, 'social_preview'],
  [/\b(?:libwhisker|Siege|nyawc)\//, 'security_scanner'],
  [/\b(?:wkhtmltopdf|wkhtmltoimage|webscreenie|Zombie\.js|SlimerJS|ScreenShotService)\b/, 'browser_automation'],
  [/\bMS Web Services Client Protocol\b/, 'http_library'],
];

/** Detects the bot of a user agent; null for those of people. */
export const detectBot = (readings: Readings): Bot | null =>
  findSigner(readings.signer) ??
  findAiBot(readings.botText) ??
  headlessBrowser(readings) ??
  listedBot(readings) ??
  unlistedBot(readings) ??
  httpLibrary(readings) ??
  unnamedBot(readings);

function listedBot(readings: Readings): Bot | null {
  const { botText: ua, detectedBot } = readings;
  // "Generic Bot" is its word for a robot's word that it found, not a name.
  const name = detectedBot.name === 'Generic Bot' ? findName(ua, ua.search(robotWord)) : emptyToNull(detectedBot.name);
  const crawler = readings.crawlers.find(({ text }) => !isUsedByPeople(text, readings));
  if (name === null && !crawler) return null;
  return {
    name: name ?? findName(ua, crawler?.at ?? 0),
    category: chooseCategory(emptyToNull(detectedBot.category), crawler?.tag ?? null, ua),
    purpose: purposes.get(emptyToNull(detectedBot.category) ?? '') ?? null,
    url: emptyToNull(detectedBot.url) ?? crawler?.url ?? null,
  };
}

/** Some crawlers and products for people share a word: Sogou's browser, Notion's desktop app. */
function isUsedByPeople(word: string, { botText: ua, detected: { client } }: Readings): boolean {
  const isBrowserOfThatName = isBrowserLike(ua) && client.name?.toLowerCase().includes(word.toLowerCase()) === true;
  return isBrowserOfThatName || (/\bElectron\/\d/.test(ua) && !robotWord.test(ua));
}

/** A browser without a window, which its brands name even if its user agent is that of another. */
function headlessBrowser({ hints }: Readings): Bot | null {
  const brand = hints?.brands.find(({ name }) => /^Headless/i.test(name));
  return brand ? { name: brand.name, category: 'browser_automation', purpose: null, url: null } : null;
}

function unlistedBot({ botText: ua }: Readings): Bot | null {
  for (const [pattern, category] of unlisted) {
    const at = ua.search(pattern);
    if (at >= 0) return { name: findName(ua, at), category, purpose: null, url: null };
  }
  return null;
}

/** An HTTP library without a device; an app with one belongs to a person. */
function httpLibrary({ detected: { client, os, device } }: Readings): Bot | null {
  const name = client.type === 'library' ? emptyToNull(client.name) : null;
  if (name === null || emptyToNull(os.name) !== null || emptyToNull(device.brand) !== null) return null;
  return { name, category: 'http_library', purpose: null, url: null };
}

/** isbot also matches user agents that are merely unusual, so without a bot's word it counts only if nothing indicates a device. */
function unnamedBot({ botText: ua, detected: { os, device, client } }: Readings): Bot | null {
  if (!isbot(ua)) return null;
  const at = ua.search(robotWord);
  const speaksForDevice = emptyToNull(os.name) ?? emptyToNull(device.brand) ?? emptyToNull(client.name);
  if (speaksForDevice !== null && at < 0) return null;
  return { name: findName(ua, at), category: chooseCategory(null, null, ua), purpose: null, url: null };
}

const isBrowserLike = (ua: string): boolean => ua.startsWith('Mozilla/');

/** Finds the name of a bot: the product at the start of the user agent, or in one like a browser's the word at a position. */
const findName = (ua: string, place: number): string => wordAt(ua, isBrowserLike(ua) ? Math.max(place, 0) : 0);

/** Returns the name around a position: the host of a URL, or a product without its version. */
function wordAt(ua: string, place: number): string {
  const start = Math.max(...[' ', '(', ';', ','].map((edge) => ua.lastIndexOf(edge, place))) + 1;
  const rest = ua.slice(start).trim();
  const host = /^\+?https?:\/\/(?:www\.)?([^/\s;)]+)/.exec(rest)?.[1];
  return (host ?? /[\p{L}\p{N}][\p{L}\p{N}._!-]*/u.exec(rest)?.[0] ?? rest).slice(0, 80) || ua.slice(0, 80);
}

/** Categories of node-device-detector; others are generic crawlers. */
const detectorCategories = new Map<string, BotCategory>([
  ['Search bot', 'search_engine'],
  ['Search tools', 'search_engine'],
  ['AI Search Crawler', 'ai_crawler'],
  ['AI Data Scraper', 'ai_crawler'],
  ['AI Assistant', 'ai_assistant'],
  ['AI Agent', 'ai_agent'],
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

/** Purposes by the categories of node-device-detector. */
const purposes = new Map<string, AiPurpose>([
  ['AI Data Scraper', 'ai_training'],
  ['AI Search Crawler', 'ai_search'],
  ['AI Assistant', 'ai_assistant'],
  ['AI Agent', 'ai_agent'],
]);

/** Tags of crawler-user-agents, without `seo`, which also stands for "none of the others". */
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
 * Chooses the category of a bot from two lists; the first counts unless it is a generic crawler.
 *
 * @param detected category of node-device-detector
 * @param tag first tag of crawler-user-agents
 */
function chooseCategory(detected: string | null, tag: string | null, ua: string): BotCategory {
  const listed = detectorCategories.get(detected ?? '') ?? crawlerTags.get(tag ?? '');
  return listed ?? (seo.test(ua) ? 'seo' : 'crawler');
}
