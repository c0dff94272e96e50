import type { ClientHints } from './client-hints.js';

type Family = 'windows' | 'macos' | 'ios' | 'android' | 'chromeos' | 'linux';

const agentFamilies: readonly [pattern: RegExp, family: Family | null][] = [
  [/\bWindows (?:Phone|Mobile|CE)\b|\bXbox\b/, null],
  [/\bAndroid\b/, 'android'],
  [/\((?:iPhone|iPad|iPod)/, 'ios'],
  [/\bWindows\b/, 'windows'],
  [/\bMacintosh\b/, 'macos'],
  [/\bCrOS\b/, 'chromeos'],
  [/\b(?:X11|Linux)\b/, 'linux'],
];

const platforms: ReadonlyMap<string, Family> = new Map([
  ['windows', 'windows'],
  ['macos', 'macos'],
  ['mac os x', 'macos'],
  ['ios', 'ios'],
  ['android', 'android'],
  ['chrome os', 'chromeos'],
  ['chromium os', 'chromeos'],
  ['chromeos', 'chromeos'],
  ['linux', 'linux'],
]);

const findFamily = (platform: string | null): Family | null => platforms.get(platform?.toLowerCase() ?? '') ?? null;

/** Systems that share user agents: Android claims Linux for desktop pages, and so do ChromeOS and headsets. */
const related = new Set<Family>(['linux', 'android', 'chromeos']);

/** Browsers that never send client hints: Firefox, Safari, all on an iPhone, and those before 2020. */
const withoutHints = /\b(?:Firefox|FxiOS|CriOS|EdgiOS|MSIE|Trident)\b|\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//;

/** True if client hints are not of the browser that its user agent claims: they name another system, or it is one that sends none. */
export function contradicts(hints: ClientHints, ua: string): boolean {
  const hinted = findFamily(hints.platform);
  const claimed = agentFamilies.find(([pattern]) => pattern.test(ua))?.[1] ?? null;
  if (hints.brands.length > 0 && withoutHints.test(ua) && !/\bChrom(?:e|ium)\//.test(ua)) return true;
  if (hinted === null || claimed === null || hinted === claimed) return false;
  return !(related.has(hinted) && related.has(claimed));
}

/** Writes the user agent that a browser had before its values were frozen: with the model, the version of Android, and that of Chromium. */
export function restoreAgent(ua: string, hints: ClientHints): string {
  const android = `Android ${hints.platformVersion?.replace(/(?:\.0)+$/, '') ?? '10'}`;
  // By functions: `$&` in a text would repeat the user agent, without bounds.
  const known = hints.model === null ? ua : ua.replace(/\bAndroid 10; K\b/, () => `${android}; ${hints.model}`);
  const chromium = chromiumVersion(hints);
  return chromium === null
    ? known
    : known.replace(/\bChrome\/(\d+)\.0\.0\.0/, (frozen, major) =>
        chromium.startsWith(`${major}.`) ? `Chrome/${chromium}` : frozen,
      );
}

const chromiumVersion = ({ brands }: ClientHints): string | null =>
  brands.find(({ name }) => name === 'Chromium')?.version ?? null;

/** Writes the user agent of a browser by its client hints. The version of Chromium may be that of a user agent. */
export function composeAgent(hints: ClientHints, sent = ''): string {
  const chromium = chromiumVersion(hints) ?? /\bChrome\/([\d.]+)/.exec(sent)?.[1] ?? null;
  const mobile = hints.isMobile === true ? ' Mobile' : '';
  const browser =
    chromium === null ? '' : ` AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chromium}${mobile} Safari/537.36`;
  const version = hints.platformVersion ?? '10';
  const systems: Record<Family, string> = {
    windows: 'Windows NT 10.0; Win64; x64',
    macos: 'Macintosh; Intel Mac OS X 10_15_7',
    ios: `iPhone; CPU iPhone OS ${version.replaceAll('.', '_')} like Mac OS X`,
    android: `Linux; Android ${version}; ${hints.model ?? 'K'}`,
    chromeos: `X11; CrOS x86_64 ${version}`,
    linux: 'X11; Linux x86_64',
  };
  const family = findFamily(hints.platform);
  return `Mozilla/5.0${family === null ? '' : ` (${systems[family]})`}${browser}`;
}
