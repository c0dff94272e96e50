import { openShelf, type Pack } from '../../../lib/writing/pack.js';

/** The words of the group, a pack per language. */
export const shelf = openShelf('workers/video-platform/generate/packs');

/** @throws RangeError for a language without a pack */
export function packOf(language: string): Pack {
  const pack = shelf.open(language);
  if (!pack) throw new RangeError(`there is no pack for "${language}"`);
  return pack;
}
