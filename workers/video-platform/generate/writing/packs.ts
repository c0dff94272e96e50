import { openPacks } from '../../../lib/writing/pack.js';

/** The words of the group. */
export const packs = openPacks('workers/video-platform/generate/packs');
