// The composition engine: texts from whole sentences that were written beforehand.
export { type Composer, type Composition, compose } from './compose.js';
export { capitalise, type Line, meets, type When } from './line.js';
export { languageCode, openPacks, type Pack, type Packs, type Phrases } from './pack.js';
export { type Random, randomFrom } from './random.js';
export { countWords, type Names, namesOf } from './words.js';
