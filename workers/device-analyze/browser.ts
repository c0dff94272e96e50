import { emptyToNull, type Readings } from './detectors.js';
import { browserName, browserVendor } from './names.js';

export interface Browser {
  name: string | null;
  version: string | null;
  vendor: string | null;
}

export interface Engine {
  name: string | null;
  version: string | null;
}

/** Browsers that the libraries misidentify. */
const misread: readonly [pattern: RegExp, name: string | null][] = [
  // Android's runtime fetches for an app; nothing is shown.
  [/^Dalvik\//, null],
  [/\bSMART-TV;.*\bTizen (?!.*SamsungBrowser)/i, 'Tizen Browser'],
  [/\b(?:QtCarBrowser|TeslaBrowser(?:\/([\d.]+))?|Tesla\/([\d.]+))/, 'Tesla Browser'],
  [/\bPlayStation (?:4|5)\b/, 'PlayStation Browser'],
  [/\bRoku\/DVP-([\d.]+)/, 'Roku Browser'],
  [/\bSailfish ?Browser\/([\d.]+)/, 'Sailfish Browser'],
  [/\bDolfin\/([\d.]+)/, 'Dolfin'],
  [/\bLG Browser\/([\d.]+)/, 'LG Browser'],
];

/** Engines that a library returns if it does not recognize the browser. */
const ground = new Set([
  'Chrome',
  'Chrome WebView',
  'Chromium',
  'Safari',
  'Safari WebView',
  'Firefox',
  'Mozilla',
  'Android Browser',
  'Internet Explorer',
  'NetFront',
]);

/** Detects the browser. An app with a web view counts as the browser, since it decides what the page may do. */
export function detectBrowserOrApp(readings: Readings): Browser {
  for (const [pattern, name] of misread) {
    const found = pattern.exec(readings.ua);
    if (found) return name === null ? nobody : browser(name, found.slice(1).find(Boolean));
  }
  const detected = detectedBrowser(readings);
  if (detected.name === 'Safari' && isAppleWebView(readings.ua)) return browser('Safari WebView');
  const parsed = parsedBrowser(readings);
  if (detected.name === null) return parsed;
  const isFiner = ground.has(detected.name) && parsed.name !== null && !ground.has(parsed.name);
  return isFiner ? parsed : detected;
}

function detectedBrowser({ detected: { client } }: Readings): Browser {
  const name = client.type === 'library' ? null : emptyToNull(client.name);
  return name === null ? nobody : browser(browserName(name), client.version);
}

function parsedBrowser({ ua, parsed }: Readings): Browser {
  const name = emptyToNull(parsed.browser.name);
  if (name === null) return nobody;
  if (name === 'WebKit' || name === 'KHTML') return isAppleWebView(ua) ? browser('Safari WebView') : nobody;
  return browser(browserName(name), parsed.browser.version);
}

/** An app on an iPhone or iPad that shows a page without its own name: WebKit, but not Safari. */
const isAppleWebView = (ua: string): boolean => /\((?:iPhone|iPad|iPod)/.test(ua) && !/\bSafari\//.test(ua);

const nobody: Browser = { name: null, version: null, vendor: null };

const browser = (name: string, version?: string): Browser => ({
  name,
  version: emptyToNull(version),
  vendor: browserVendor(name),
});

/** Detects the rendering engine. */
export function detectEngine({ ua, detected: { client }, parsed }: Readings): Engine {
  if (ua.startsWith('Dalvik/')) return { name: null, version: null };
  const name = emptyToNull(parsed.engine.name) ?? emptyToNull(client.engine);
  return {
    name,
    version: name === null ? null : (emptyToNull(parsed.engine.version) ?? emptyToNull(client.engine_version)),
  };
}
