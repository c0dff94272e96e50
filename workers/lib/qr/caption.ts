import { errors } from '../../../shared/contract/errors.js';
import { ICON_SIDE, readIconPaths } from '../../../shared/icon-set.js';
import { type CaptionFont, captionFont, type FontName } from './caption-font.js';
import type { Area, Box } from './drawing.js';

/** Text and an icon on a frame; at least one of them. */
export interface Caption {
  readonly text: string | undefined;
  readonly icon: string | undefined;
  readonly colour: string;
  readonly font: FontName;
}

/** Largest font size, smallest on one line, and smallest on two, as shares of the height of the box. */
const [LARGEST, SMALLEST_ON_ONE_LINE, SMALLEST_ON_TWO] = [0.5, 0.32, 0.2];

/** Side of an icon, space beside it, and distance of two lines, as shares of the font size. */
const [ICON_SIZE, ICON_SPACE, LINE_DISTANCE] = [1.15, 0.45, 1.22];

interface Setting {
  readonly lines: readonly string[];
  readonly size: number;
  readonly widest: number;
  readonly iconSide: number;
  readonly iconSpace: number;
}

/**
 * Draws a caption centred in a box: as large as fits, on two lines if one would be small.
 *
 * @throws ApiError if the text does not fit or cannot be drawn, or the icon is unknown
 */
export function drawCaption(caption: Caption, box: Box): Area[] {
  const font = captionFont(caption.font);
  const setting = setWords(caption, box, font);
  const { lines, size, widest, iconSide, iconSpace } = setting;
  const left = box.x + (box.width - iconSide - iconSpace - widest) / 2;
  const middle = box.y + box.height / 2;
  const wordsLeft = left + iconSide + iconSpace;
  const firstBaseline = middle + (font.capitals * size - (lines.length - 1) * LINE_DISTANCE * size) / 2;
  const words = lines.map((line, at) => {
    const baseline = firstBaseline + at * LINE_DISTANCE * size;
    return font.draw(line, wordsLeft + (widest - font.measure(line) * size) / 2, baseline, size, caption.colour);
  });
  return [...drawIcon(caption, left, middle - iconSide / 2, iconSide), ...words];
}

/** Returns the width of a caption in a box of this height without a limit of width. */
export function naturalWidth(caption: Caption, height: number): number {
  const size = LARGEST * height;
  const text = caption.text ? captionFont(caption.font).measure(caption.text) * size : 0;
  return text + (caption.icon ? (ICON_SIZE + (caption.text ? ICON_SPACE : 0)) * size : 0);
}

function drawIcon({ icon: name, colour }: Caption, x: number, y: number, side: number): Area[] {
  if (!name) return [];
  const areas = icon(name, x, y, side, colour);
  if (!areas) throw errors.qrFrameIconUnknown({ icon: name });
  return areas;
}

function setWords(caption: Caption, box: Box, font: CaptionFont): Setting {
  const text = caption.text?.normalize('NFC') ?? '';
  const strange = [...text].find((character) => !isDrawable(character, font));
  if (strange) throw errors.qrCaptionNotDrawable({ script: detectScript(strange) });
  const onOne = setLines(text === '' ? [] : [text], caption, box, font, LARGEST);
  if (onOne.size >= SMALLEST_ON_ONE_LINE * box.height) return onOne;
  const onTwo = setLines(breakInTwo(text, font), caption, box, font, LARGEST * 0.72);
  const best = onTwo.size > onOne.size ? onTwo : onOne;
  if (best.size < SMALLEST_ON_TWO * box.height) throw errors.qrCaptionTooLong();
  return best;
}

function setLines(lines: readonly string[], caption: Caption, box: Box, font: CaptionFont, largest: number): Setting {
  const widest = Math.max(0, ...lines.map(font.measure));
  const iconWidth = caption.icon ? ICON_SIZE : 0;
  const iconSpace = caption.icon && lines.length > 0 ? ICON_SPACE : 0;
  const size = Math.min(largest * box.height, box.width / (widest + iconWidth + iconSpace));
  return { lines, size, widest: widest * size, iconSide: iconWidth * size, iconSpace: iconSpace * size };
}

/** Breaks a text at the blank that makes its longer line shortest. */
function breakInTwo(text: string, font: CaptionFont): string[] {
  const words = text.split(/\s+/);
  const breaks = words.slice(1).map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]);
  const longer = (lines: string[]) => Math.max(...lines.map(font.measure));
  return breaks.sort((a, b) => longer(a) - longer(b))[0] ?? [text];
}

/** Draws an icon; undefined if the set has none of that name. */
export function icon(name: string, x: number, y: number, side: number, fill: string): Area[] | undefined {
  const paths = readIconPaths(name);
  if (paths.length === 0) return undefined;
  const placed = { x, y, scale: side / ICON_SIDE };
  const within = { x, y, width: side, height: side };
  return paths.map((path) => ({ kind: 'area', ...path, fill, placed, within }));
}

/** Characters of the scripts that the default font supports without shaping, and of no script. */
const DRAWABLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Common}]$/u;

/** Other scripts, by their names in Unicode. */
const OTHER_SCRIPTS = `
  Arabic Bengali Devanagari Ethiopic Gujarati Gurmukhi Han Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Malayalam
  Mongolian Myanmar Oriya Sinhala Syriac Tamil Telugu Thaana Thai Tibetan`
  .trim()
  .split(/\s+/)
  .map((name) => ({ name, letter: new RegExp(`\\p{Script=${name}}`, 'u') }));

/** Describes a refused character: its script, an emoji, or the character itself. */
function detectScript(character: string): string {
  const script = OTHER_SCRIPTS.find(({ letter }) => letter.test(character));
  if (script) return script.name;
  return /\p{Extended_Pictographic}/u.test(character) ? 'an emoji' : `"${character}"`;
}

const isDrawable = (character: string, font: CaptionFont): boolean => DRAWABLE.test(character) && font.has(character);
