import { androidModel } from './android-models.js';
import type { Readings } from './detectors.js';
import { known } from './known.js';
import { brandName } from './names.js';
import { isDisguisedTablet } from './operating-system.js';

export const deviceTypes = [
  'mobile',
  'tablet',
  'desktop',
  'tv',
  'console',
  'wearable',
  'car',
  'camera',
  'media_player',
  'smart_speaker',
  'smart_display',
  'peripheral',
] as const;

export type DeviceType = (typeof deviceTypes)[number];

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

/** Devices that the libraries take for something else. */
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

/** The device: its kind, and brand and model where the user agent gives them away. */
export function deviceOf(readings: Readings): Device {
  const { ua } = readings;
  if (isDisguisedTablet(ua)) return { type: 'tablet', brand: 'Apple', model: 'iPad' };
  const device = { type: typeOf(readings), ...makeOf(readings) };
  const correction = misread.find(([pattern]) => pattern.test(ua));
  return correction ? { ...device, ...correction[1] } : device;
}

function typeOf({ ua, detected: { device, os }, parsed }: Readings): DeviceType | null {
  const type = typeNames.get(device.type) ?? typeNames.get(parsed.device.type ?? '') ?? null;
  const isWindows = os.name === 'Windows';
  // "Touch" says that a screen can be touched, which most laptops' can; only on ARM it was a tablet's word.
  if (type === 'tablet' && isWindows && !/\bARM;/.test(ua)) return 'desktop';
  const isHandheld = /\b(?:Mobi(?:le)?|Opera Mini)\b/.test(ua) && !isWindows && os.name !== 'Mac';
  if ((type === null || type === 'desktop') && isHandheld) return 'mobile';
  return type;
}

function makeOf({ ua, detected: { device, os }, parsed }: Readings): Pick<Device, 'brand' | 'model'> {
  // An iPhone that runs Android is a fake, and Apple's brand no more than part of its disguise.
  const isFake = device.brand === 'Apple' && os.family === 'Android';
  const brand = isFake ? null : known(device.brand);
  const model = isFake ? null : known(device.model);
  if (brand !== null && model !== null) return { brand: brandName(brand), model };
  const registered = androidModel(ua);
  if (registered && (brand === null || brandName(brand) === registered.brand)) return registered;
  if (brand !== null) return { brand: brandName(brand), model };
  const other = known(parsed.device.vendor);
  if (other !== null) return { brand: brandName(other), model: known(parsed.device.model) };
  return { brand: os.name === 'OpenHarmony' || os.name === 'HarmonyOS' ? 'Huawei' : null, model };
}
