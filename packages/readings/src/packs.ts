import { fileURLToPath } from 'node:url';
import { openPacks } from './compose/pack.js';

/** Lines and phrases of all readings. They are found by the package's name, since a bundle of this module lies elsewhere. */
export const packs = openPacks(fileURLToPath(new URL('packs', import.meta.resolve('readings/package.json'))));
