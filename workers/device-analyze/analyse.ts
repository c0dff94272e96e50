import { LRUCache } from 'lru-cache';
import { type Bot, detectBot } from './bot.js';
import { type Browser, detectBrowserOrApp, detectEngine, type Engine } from './browser.js';
import { readAgent } from './detectors.js';
import { type Device, detectDevice, detectOs, type OperatingSystem } from './device.js';

/** Analysis of a user agent. */
export interface Analysis {
  browser: Browser;
  engine: Engine;
  os: OperatingSystem;
  device: Device;
  bot: Bot | null;
  is_mobile: boolean;
  is_tablet: boolean;
  is_bot: boolean;
  is_desktop: boolean;
}

/**
 * Maximum characters that are read. The time of the detectors grows with the length; the longest of 3,500 user agents of real visitors had 353
 * characters, in-app browsers reach 500.
 */
const PARSED_LENGTH = 512;

/** Analyses the browser, engine, system and device of a user agent, and whether it is a bot. */
export const analyse = cachingAnalysis(5000);

/** Creates an analysis with a cache of the most recently used results. */
export function cachingAnalysis(most: number): (ua: string) => Analysis {
  const cache = new LRUCache<string, Analysis>({ max: most });
  return (ua) => {
    const text = sanitize(ua);
    const remembered = cache.get(text);
    if (remembered) return remembered;
    const analysis = compute(text);
    cache.set(text, analysis);
    return analysis;
  };
}

/** Shortens long runs of signs, which only attackers send: every pattern is tried after each character that is no letter or digit. */
const sanitize = (ua: string): string =>
  ua
    .replaceAll(/[^\x21-\x7e]+/g, ' ')
    .replaceAll(/([^A-Za-z0-9]{4})[^A-Za-z0-9]+/g, '$1')
    .trim()
    .slice(0, PARSED_LENGTH);

function compute(ua: string): Analysis {
  const readings = readAgent(ua);
  const bot = detectBot(readings);
  const device = detectDevice(readings);
  return {
    browser: detectBrowserOrApp(readings),
    engine: detectEngine(readings),
    os: detectOs(readings),
    device,
    bot,
    is_mobile: device.type === 'mobile',
    is_tablet: device.type === 'tablet',
    is_bot: bot !== null,
    is_desktop: device.type === 'desktop',
  };
}
