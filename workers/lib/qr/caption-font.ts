import { readFileSync } from 'node:fs';
import opentype from 'opentype.js';
import type { ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import { projectFile } from '../../../shared/process/project-file.js';
import type { Area } from './drawing.js';

export type FontName = ImageRequest['frame_font'];

/** A font of captions. Characters that it does not have are drawn in the default one. */
export interface CaptionFont {
  /** Height of capital letters at font size 1. */
  readonly capitals: number;
  has(character: string): boolean;
  /** Returns the width of a line at font size 1. */
  measure(line: string): number;
  /** Draws a line whose baseline starts at the given point. */
  draw(line: string, x: number, baseline: number, size: number, fill: string): Area;
}

const DEFAULT = 'DejaVuSansCondensed-Bold.ttf';

/** Subsets of a font, each a file. */
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext'];

/** Files of the fonts, in the order in which they are searched for a character. */
const listFontFiles = (name: FontName): string[] => [
  ...(name === 'dejavu' ? [] : SUBSETS.map((subset) => `captions/${name}-${subset}-700-normal.woff`)),
  DEFAULT,
];

/** Space between letters, as a share of the font size. */
const LETTER_SPACING = 0.02;

const OPTIONS = { kerning: true, letterSpacing: LETTER_SPACING };

/** Height of capital letters of the default font. */
const CAPITALS = 0.729;

const files = new Map<string, opentype.Font>();

/** Loads a file on first use. */
function loadFile(name: string): opentype.Font {
  const loaded = files.get(name) ?? parseFile(name);
  files.set(name, loaded);
  return loaded;
}

function parseFile(name: string): opentype.Font {
  const file = readFileSync(projectFile(`dist/data/fonts/${name}`));
  return opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
}

const hasGlyph = (file: opentype.Font, character: string): boolean => file.charToGlyphIndex(character) > 0;

/** A part of a line in one file. */
interface Run {
  readonly file: opentype.Font;
  readonly text: string;
}

/** Splits a line where it needs another file. */
function splitRuns(name: FontName, line: string): Run[] {
  const runs: { file: opentype.Font; text: string }[] = [];
  for (const character of line) {
    const last = runs.at(-1);
    const file =
      listFontFiles(name)
        .map(loadFile)
        .find((each) => hasGlyph(each, character)) ?? loadFile(DEFAULT);
    if (last && (last.file === file || character === ' ')) last.text += character;
    else runs.push({ file, text: character });
  }
  return runs;
}

const advance = ({ file, text }: Run): number => file.getAdvanceWidth(text, 1, OPTIONS);

/** Returns a font of captions. */
export const captionFont = (name: FontName): CaptionFont => ({
  capitals: name === 'dejavu' ? CAPITALS : readCapitals(loadFile(listFontFiles(name)[0] ?? DEFAULT)),
  has: (character) => listFontFiles(name).some((file) => hasGlyph(loadFile(file), character)),
  measure: (line) => splitRuns(name, line).reduce((width, run) => width + advance(run), 0) - LETTER_SPACING,
  draw(line, x, baseline, size, fill) {
    const path = new opentype.Path();
    let at = x;
    for (const run of splitRuns(name, line)) {
      path.extend(run.file.getPath(run.text, at, baseline, size, OPTIONS));
      at += advance(run) * size;
    }
    const { x1, y1, x2, y2 } = path.getBoundingBox();
    return { kind: 'area', path: path.toPathData(2), fill, within: { x: x1, y: y1, width: x2 - x1, height: y2 - y1 } };
  },
});

/** Reads the height of capital letters from a font (OpenType, OS/2, sCapHeight). */
function readCapitals({ tables, unitsPerEm }: opentype.Font): number {
  const height: unknown = tables.os2?.sCapHeight;
  return typeof height === 'number' && height > 0 ? height / unitsPerEm : CAPITALS;
}
