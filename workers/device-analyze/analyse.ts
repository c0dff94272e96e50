import { LRUCache } from 'lru-cache';
import { type Bot, botOf } from './bot.js';
import { type Browser, browserOf, type Engine, engineOf } from './browser.js';
import { readAgent } from './detectors.js';
import { type Device, deviceOf, type OperatingSystem, osOf } from './device.js';

/** What a user agent tells. */
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
 * How many characters are looked at. The time that the detectors' thousands of patterns take grows with the length;
 * the longest of 3,500 user agents of real visitors had 353 characters, in-app browsers of social networks reach 500.
 */
const PARSED_LENGTH = 512;

/** Says what a user agent tells of its browser, engine, system, device, and whether it is a bot. */
export const analyse = remembering(5000);

/** An analysis that remembers so many answers, those that were asked for last. */
export function remembering(most: number): (ua: string) => Analysis {
  const cache = new LRUCache<string, Analysis>({ max: most });
  return (ua) => {
    const text = readable(ua);
    const remembered = cache.get(text);
    if (remembered) return remembered;
    const analysis = compute(text);
    cache.set(text, analysis);
    return analysis;
  };
}

/**
 * What of a user agent is looked at. Every pattern of the detectors is tried anew after each character that is no
 * letter or digit, so endless rows of those, which only an attacker sends, are shortened.
 */
const readable = (ua: string): string =>
  ua
    .replaceAll(/[^\x21-\x7e]+/g, ' ')
    .replaceAll(/([^A-Za-z0-9]{4})[^A-Za-z0-9]+/g, '$1')
    .trim()
    .slice(0, PARSED_LENGTH);

function compute(ua: string): Analysis {
  const readings = readAgent(ua);
  const bot = botOf(readings);
  const device = deviceOf(readings);
  return {
    browser: browserOf(readings),
    engine: engineOf(readings),
    os: osOf(readings),
    device,
    bot,
    is_mobile: device.type === 'mobile',
    is_tablet: device.type === 'tablet',
    is_bot: bot !== null,
    is_desktop: device.type === 'desktop',
  };
}
