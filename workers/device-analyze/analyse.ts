import { LRUCache } from 'lru-cache';
import { type Bot, detectBot } from './bot.js';
import { type Browser, detectBrowserOrApp, detectEngine, type Engine } from './browser.js';
import type { Brand, Visitor } from './client-hints.js';
import { readVisitor } from './detectors.js';
import { type Device, detectDevice, detectOs, type OperatingSystem } from './device.js';
import { contradicts } from './restore-agent.js';

/** Analysis of a user agent and its client hints. */
export interface Analysis {
  browser: Browser;
  engine: Engine;
  os: OperatingSystem;
  device: Device;
  bot: Bot | null;
  client_hints: HintsRead | null;
  is_mobile: boolean;
  is_tablet: boolean;
  is_bot: boolean;
  is_desktop: boolean;
}

/** Facts that only client hints have, and whether they contradict the user agent. */
interface HintsRead {
  contradict_ua: boolean;
  brands: Brand[];
  architecture: string | null;
  bitness: string | null;
  form_factors: string[];
}

/**
 * Maximum characters that are read. The time of the detectors grows with the length; the longest of 3,500 user agents of real visitors had 353
 * characters, in-app browsers reach 500.
 */
const PARSED_LENGTH = 512;

/** Analyses the browser, engine, system and device of a user agent, and whether it is a bot. */
export const analyse = (ua: string): Analysis => analyseVisitor({ ua, hints: null, signer: null });

/** Analyses a user agent together with its client hints. */
export const analyseVisitor = cachingAnalysis(5000);

/** Creates an analysis with a cache of the most recently used results. */
export function cachingAnalysis(most: number): (visitor: Visitor) => Analysis {
  const cache = new LRUCache<string, Analysis>({ max: most });
  return (visitor) => {
    const ua = visitor.ua === null ? null : sanitize(visitor.ua);
    const { hints, signer } = visitor;
    const key = hints === null && signer === null ? (ua ?? '') : JSON.stringify([ua, hints, signer]);
    const cached = cache.get(key);
    if (cached) return cached;
    const analysis = compute({ ua, hints, signer });
    cache.set(key, analysis);
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

function compute(visitor: Visitor): Analysis {
  const readings = readVisitor(visitor);
  const bot = detectBot(readings);
  const device = detectDevice(readings);
  return {
    browser: detectBrowserOrApp(readings),
    engine: detectEngine(readings),
    os: detectOs(readings),
    device,
    bot,
    client_hints: describeHints(visitor),
    is_mobile: device.type === 'mobile',
    is_tablet: device.type === 'tablet',
    is_bot: bot !== null,
    is_desktop: device.type === 'desktop',
  };
}

function describeHints({ ua, hints }: Visitor): HintsRead | null {
  if (hints === null) return null;
  return {
    contradict_ua: ua !== null && contradicts(hints, ua),
    brands: [...hints.brands],
    architecture: hints.architecture,
    bitness: hints.bitness,
    form_factors: hints.formFactors.map((factor) => factor.toLowerCase()),
  };
}
