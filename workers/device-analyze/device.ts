import { readFileSync } from 'node:fs';
import { projectFile } from '../../shared/process/project-file.js';
import { emptyToNull, type Readings } from './detectors.js';
import { brandName, osName } from './names.js';

type DeviceType =
  | 'mobile'
  | 'tablet'
  | 'desktop'
  | 'tv'
  | 'console'
  | 'wearable'
  | 'car'
  | 'camera'
  | 'media_player'
  | 'smart_speaker'
  | 'smart_display'
  | 'peripheral';

export interface Device {
  type: DeviceType | null;
  brand: string | null;
  model: string | null;
}

const typeNames = new Map<string, DeviceType>([
  ['smartphone', 'mobile'],
  ['feature phone', 'mobile'],
  ['phablet', 'mobile'],
  ['mobile', 'mobile'],
  ['tablet', 'tablet'],
  ['desktop', 'desktop'],
  ['tv', 'tv'],
  ['smarttv', 'tv'],
  ['console', 'console'],
  ['wearable', 'wearable'],
  ['car browser', 'car'],
  ['camera', 'camera'],
  ['portable media player', 'media_player'],
  ['smart speaker', 'smart_speaker'],
  ['smart display', 'smart_display'],
  ['peripheral', 'peripheral'],
]);

/** Devices that the libraries misidentify. */
const misread: readonly [pattern: RegExp, device: Partial<Device>][] = [
  [/\biPod\b/, { type: 'mobile', brand: 'Apple' }],
  [/\b(?:QtCarBrowser|TeslaBrowser|Tesla\/\S)/, { type: 'car', brand: 'Tesla', model: null }],
  [/\bRoku\/DVP/, { type: 'tv', brand: 'Roku' }],
  [/\bSMART-TV;.*\bTizen\b/i, { type: 'tv', brand: 'Samsung' }],
  [/\bAFTMM\b/, { type: 'tv', brand: 'Amazon', model: 'Fire TV Stick 4K' }],
  [/\bWPDesktop\b/, { type: 'mobile' }],
  [/\(Phone; OpenHarmony/, { type: 'mobile' }],
  [/\(Tablet; OpenHarmony/, { type: 'tablet' }],
  [/\((?:PC|2in1); OpenHarmony/, { type: 'desktop' }],
];

/** Detects the kind of the device, and brand and model if known. */
export function detectDevice(readings: Readings): Device {
  const { ua } = readings;
  if (isDisguisedTablet(ua)) return { type: 'tablet', brand: 'Apple', model: 'iPad' };
  const device = { type: detectType(readings), ...detectMake(readings) };
  const correction = misread.find(([pattern]) => pattern.test(ua));
  return correction ? { ...device, ...correction[1] } : device;
}

function detectType({ ua, detected: { device, os }, parsed }: Readings): DeviceType | null {
  const type = typeNames.get(device.type) ?? typeNames.get(parsed.device.type ?? '') ?? null;
  const isWindows = os.name === 'Windows';
  // "Touch" says that a screen can be touched, which most laptops' can; only on ARM it was a tablet's word.
  if (type === 'tablet' && isWindows && !/\bARM;/.test(ua)) return 'desktop';
  const isHandheld = /\b(?:Mobi(?:le)?|Opera Mini)\b/.test(ua) && !isWindows && os.name !== 'Mac';
  if ((type === null || type === 'desktop') && isHandheld) return 'mobile';
  return type;
}

function detectMake({ ua, detected: { device, os }, parsed }: Readings): Pick<Device, 'brand' | 'model'> {
  // An iPhone that runs Android is a fake, and Apple's brand no more than part of its disguise.
  const isFake = device.brand === 'Apple' && os.family === 'Android';
  const brand = isFake ? null : emptyToNull(device.brand);
  const model = isFake ? null : emptyToNull(device.model);
  if (brand !== null && model !== null) return { brand: brandName(brand), model };
  const registered = androidModel(ua);
  if (registered && (brand === null || brandName(brand) === registered.brand)) return registered;
  if (brand !== null) return { brand: brandName(brand), model };
  const other = emptyToNull(parsed.device.vendor);
  if (other !== null) return { brand: brandName(other), model: emptyToNull(parsed.device.model) };
  return { brand: os.name === 'OpenHarmony' || os.name === 'HarmonyOS' ? 'Huawei' : null, model };
}

export interface OperatingSystem {
  name: string | null;
  version: string | null;
  /** True if the browser sends this version on other versions of the system as well. */
  version_frozen: boolean;
}

/** True for a tablet that requests desktop pages: it claims to be a Macintosh, on which mobile browsers and WebKit's `Mobile/` never run. */
const isDisguisedTablet = (ua: string): boolean =>
  /\(Macintosh;/.test(ua) && /\b(?:CriOS|FxiOS|EdgiOS|OPiOS|GSA)\/|\bMobile\/1\d[A-Z]/.test(ua);

/** Systems that the libraries misidentify. */
const disguised: readonly [pattern: RegExp, read: (found: RegExpExecArray) => OperatingSystem][] = [
  [/\bRoku\/DVP-([\d.]+)/, ([, version]) => os('Roku OS', version)],
  [/\bPlayStation (?:\d|Vita|Portable)[ /;]+(?:\w+\/)?(\d[\d.]*)/i, ([, version]) => os('PlayStation', version)],
  [/\bXbox\b/, () => os('Xbox')],
  [/\b(?:OpenHarmony|HarmonyOS)[ /]([\d.]+)/, ([, version]) => os('HarmonyOS', version)],
  [/\b(?:WPDesktop|Windows Phone)(?: OS)?(?: ([\d.]+))?/, ([, version]) => os('Windows Phone', version)],
  [/^[^(]*\((?:iPhone|iPod)[^)]*CPU like Mac OS X/, () => os('iOS')],
  [/\bNintendo\b/, () => os('Nintendo')],
];

/** Versions that browsers send whatever the system's is, by the makers' announcements. */
const frozen: readonly [name: string, pattern: RegExp][] = [
  ['Windows', /\bWindows NT 10\.0\b/],
  ['macOS', /\bMac OS X 10[._]15(?:_7)?(?:\)|;)/],
  ['Android', /\bAndroid 10; K\b/],
  ['ChromeOS', /\bCrOS \w+ 14541\.0\.0\b/],
];

/** Detects the operating system. */
export function detectOs(readings: Readings): OperatingSystem {
  const read = readOs(readings);
  if (read.name === 'iOS' || read.name === 'iPadOS') return thawAppleVersion(readings.ua, read);
  const isFrozen = frozen.some(([name, pattern]) => name === read.name && pattern.test(readings.ua));
  return { ...read, version_frozen: isFrozen && (readings.hints?.platformVersion ?? null) === null };
}

/**
 * Finds the version of iOS in the version of Safari or of the system that an app names. WebKit sends `OS 18_6` or `OS 18_7` on all later
 * versions (webkit.org "WebKit Features in Safari 26.0").
 */
function thawAppleVersion(ua: string, read: OperatingSystem): OperatingSystem {
  if (!/^18\.[67]\b/.test(read.version ?? '')) return read;
  const named = [...ua.matchAll(/\b(?:Version\/|FBSV\/|(?:iOS|iPadOS)[ /])(\d{2}(?:[._]\d{1,2})+)\b/g)].map(
    ([, version = '']) => version.replaceAll('_', '.'),
  );
  const newest = named.sort(compareVersions).at(-1);
  if (newest !== undefined && compareVersions(newest, read.version ?? '') >= 0) return { ...read, version: newest };
  return { ...read, version_frozen: newest === undefined && /^18\.[67]$/.test(read.version ?? '') };
}

/** Compares versions by their numbers. */
const compareVersions = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

function readOs({ ua, detected, parsed }: Readings): OperatingSystem {
  if (isDisguisedTablet(ua)) return os('iPadOS');
  for (const [pattern, read] of disguised) {
    const found = pattern.exec(ua);
    if (found) return read(found);
  }
  const name = emptyToNull(detected.os.name);
  const misread =
    (name === 'Mac' && /\bLinux\b/.test(ua)) || (name === 'Symbian' && !/symb|series ?[346]0|\bS[346]0\b/i.test(ua));
  if (name !== null && !misread) return os(osName(name), detected.os.version);
  const other = emptyToNull(parsed.os.name);
  return other === null ? { name: null, version: null, version_frozen: false } : os(osName(other), parsed.os.version);
}

const os = (name: string, version?: string): OperatingSystem => ({
  name,
  version: emptyToNull(version),
  version_frozen: false,
});

type Registered = readonly [brand: string, name: string, model: string];

/** Google's register of Android devices ("Google Play supported devices"), as the build wrote it. */
const register: readonly Registered[] = JSON.parse(readFileSync(projectFile('dist/data/android-devices.json'), 'utf8'));

/** Models by the code in user agents, without codes of several brands. */
const models = (() => {
  const found = new Map<string, { brand: string; model: string } | null>();
  for (const [brand, name, model] of register) {
    const other = found.get(model);
    const ours = brandName(brand);
    if (other === undefined) found.set(model, { brand: ours, model: name || model });
    else if (other?.brand !== ours) found.set(model, null);
  }
  return found;
})();

/** Finds the device of the model code of an Android user agent; Chrome sends `K` instead of one. */
function androidModel(ua: string): { brand: string; model: string } | undefined {
  const code = /\bAndroid [\d.]+; (?:[a-z]{2}[-_][a-zA-Z]{2}; )?([^;)]+?)(?: Build\/[^;)]*)?[;)]/.exec(ua)?.[1];
  return code === undefined ? undefined : (models.get(code) ?? undefined);
}
