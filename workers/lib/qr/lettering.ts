import { readFileSync } from 'node:fs';
import opentype from 'opentype.js';
import { projectFile } from '../../../shared/process/project-file.js';

const FONT = 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf';

/** Letters of the scripts that the font draws well one after the other, and what is common to all scripts. */
const DRAWABLE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]*$/u;

/** Space between letters, as a share of the font size. */
const LETTER_SPACING = 0.02;

let font: opentype.Font | undefined;

/** The caption font, read when first needed. */
function captionFont(): opentype.Font {
  if (!font) {
    const file = readFileSync(projectFile(FONT));
    font = opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
  }
  return font;
}

/** Whether every character has a glyph of its own in the caption font (Latin, Greek, Cyrillic, signs; no emoji). */
export const isDrawable = (text: string): boolean =>
  DRAWABLE.test(text) && [...text].every((character) => captionFont().charToGlyphIndex(character) > 0);

/** Height of capital letters at font size 1. */
export const CAPITALS = 0.729;

/** Width of a line at font size 1. */
export const lineWidth = (line: string): number =>
  captionFont().getAdvanceWidth(line, 1, { kerning: true, letterSpacing: LETTER_SPACING }) - LETTER_SPACING;

/** Path data of a line whose baseline starts at the given point. */
export const linePath = (line: string, x: number, baseline: number, size: number): string =>
  captionFont().getPath(line, x, baseline, size, { kerning: true, letterSpacing: LETTER_SPACING }).toPathData(2);
