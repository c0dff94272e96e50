/** What a bot is for. */
export const botCategories = [
  'search_engine',
  'ai_crawler',
  'ai_assistant',
  'seo',
  'monitoring',
  'social_preview',
  'feed_reader',
  'archiver',
  'advertising',
  'academic',
  'security_scanner',
  'validator',
  'http_library',
  'browser_automation',
  'service',
  'crawler',
] as const;

export type BotCategory = (typeof botCategories)[number];

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
export function categoryOf(detected: string | null, tag: string | null, ua: string): BotCategory {
  const listed = detectorCategories.get(detected ?? '') ?? crawlerTags.get(tag ?? '');
  return listed ?? (seo.test(ua) ? 'seo' : 'crawler');
}
