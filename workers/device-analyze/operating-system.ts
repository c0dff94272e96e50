import type { Readings } from './detectors.js';
import { known } from './known.js';
import { osName } from './names.js';

export interface OperatingSystem {
  name: string | null;
  version: string | null;
}

/**
 * A tablet that asks for desktop pages calls itself a Macintosh, yet the mobile builds of browsers and WebKit's
 * `Mobile/` token never run on one.
 */
export const isDisguisedTablet = (ua: string): boolean =>
  /\(Macintosh;/.test(ua) && /\b(?:CriOS|FxiOS|EdgiOS|OPiOS|GSA)\/|\bMobile\/1\d[A-Z]/.test(ua);

/** Systems that the libraries take for the one that they imitate or are built on. */
const disguised: readonly [pattern: RegExp, read: (found: RegExpExecArray) => OperatingSystem][] = [
  [/\bRoku\/DVP-([\d.]+)/, ([, version]) => os('Roku OS', version)],
  [/\bPlayStation (?:\d|Vita|Portable)[ /;]+(?:\w+\/)?(\d[\d.]*)/i, ([, version]) => os('PlayStation', version)],
  [/\bXbox\b/, () => os('Xbox')],
  [/\b(?:OpenHarmony|HarmonyOS)[ /]([\d.]+)/, ([, version]) => os('HarmonyOS', version)],
  [/\b(?:WPDesktop|Windows Phone)(?: OS)?(?: ([\d.]+))?/, ([, version]) => os('Windows Phone', version)],
  [/^[^(]*\((?:iPhone|iPod)[^)]*CPU like Mac OS X/, () => os('iOS')],
  [/\bNintendo\b/, () => os('Nintendo')],
];

/** The operating system. Windows `10` also stands for Windows 11: the two send the same user agent. */
export function osOf({ ua, detected, parsed }: Readings): OperatingSystem {
  if (isDisguisedTablet(ua)) return os('iPadOS');
  for (const [pattern, read] of disguised) {
    const found = pattern.exec(ua);
    if (found) return read(found);
  }
  const name = known(detected.os.name);
  const misread =
    (name === 'Mac' && /\bLinux\b/.test(ua)) || (name === 'Symbian' && !/symb|series ?[346]0|\bS[346]0\b/i.test(ua));
  if (name !== null && !misread) return os(osName(name), detected.os.version);
  const other = known(parsed.os.name);
  return other === null ? { name: null, version: null } : os(osName(other), parsed.os.version);
}

const os = (name: string, version?: string): OperatingSystem => ({ name, version: known(version) });
