import anyAscii from 'any-ascii';

/**
 * A name reduced to what people agree on: Latin letters and digits, lower case. `São Paulo` and `Sao Paulo` meet.
 * Emoji go first, since their transliteration is their English name.
 */
export const fold = (name: string): string =>
  anyAscii(name.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]/gu, ' '))
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
