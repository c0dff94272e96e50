import { openPacks, type Pack } from '../../../lib/writing/pack.js';

/** The words for topics that do not bear every tone. */
const packs = openPacks('workers/video-platform/generate/sober/packs');

/** The sober words of a pack's language, with that pack's phrases where they have none of their own. */
export function soberPack(usual: Pack): Pack {
  const sober = packs.of(usual.language);
  return { ...sober, phrases: { ...usual.phrases, ...sober.phrases }, joins: usual.joins };
}
