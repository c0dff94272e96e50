// The composition engine: texts from whole sentences that were written beforehand.
export { type Composer, compose } from './compose.js';
export { capitalise, type Line, type When } from './line.js';
export { languageCode, openPacks, type Pack, type Phrases } from './pack.js';
export { type Random, randomFrom } from './random.js';
export { countWords, createNames, type Names } from './words.js';
