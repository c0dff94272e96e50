import { isbot } from 'isbot';

// Required, not imported: importing JSON is still experimental in Node 20 and warns at each start.
import crawlerList = require('crawler-user-agents');

/** An entry of crawler-user-agents that matches a user agent. */
export interface ListedCrawler {
  /** What its pattern matched, and where. */
  readonly text: string;
  readonly at: number;
  readonly tag: string | null;
  readonly url: string | null;
}

const crawlers = crawlerList.map(({ pattern, tags, url }) => ({
  pattern: new RegExp(pattern),
  tag: tags?.[0] ?? null,
  url: url ?? null,
}));

/** All of the list in one expression: most user agents match none, and so cost one test instead of 1,500. */
const anyCrawler = new RegExp(crawlerList.map(({ pattern }) => pattern).join('|'));

/** The entries of crawler-user-agents that match a user agent, the list's order kept. */
export function crawlersIn(ua: string): ListedCrawler[] {
  if (!anyCrawler.test(ua)) return [];
  return crawlers.flatMap(({ pattern, tag, url }) => {
    const found = pattern.exec(ua);
    return found ? [{ text: found[0], at: found.index, tag, url }] : [];
  });
}

/** Words that stand for a program even where the rest of the user agent is a real browser's. */
export const robotWord =
  /(?<!cu)bots?(?:\b|_)|crawl|spider|scrap(?:e|ing|y)|scanner|-scan\b|link ?check|https?:\/\/|@[a-z][\w-]+\.|\b(?:headless|phantom|selenium|playwright|cypress|lighthouse|pagespeed|ptst|monitor(?:ing)?|validator|preview|archive|feedfetcher|synthetic|webkit2png|botocore|nscurl|winhttp|node\.js|ruby\/)/i;

/** isbot's opinion: bots, and also whatever looks unlike a browser. */
export const looksLikeBot = (ua: string): boolean => isbot(ua);
