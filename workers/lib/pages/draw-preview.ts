import sharp, { type OverlayOptions, type Raw } from 'sharp';
import { type HostedPage, resolveLook } from '../../../features/pages/index.js';
import { contrastRatio, inkOn, mix, readableOn, shade } from '../../../shared/colour.js';
import { LARGEST_PREVIEW } from '../../../shared/contract/bounds.js';
import { findDescription, type PageDocument } from '../../../shared/contract/hosted-pages/document.js';
import { projectFile } from '../../../shared/process/project-file.js';

/** What messengers and networks show of a link in full (the Open Graph protocol leaves it open; this ratio is never cut). */
const [WIDTH, HEIGHT] = [1_200, 630];
const MARGIN = 90;
const BADGE = { side: 160, top: 84 } as const;
const TITLE = { top: 290, sizes: [84, 68, 54, 44], height: 196, longest: 120 } as const;
const DESCRIPTION = { space: 30, sizes: [34], height: 92, longest: 100 } as const;

/** DejaVu, in which captions are set as well: Latin, Greek, Cyrillic, Arabic and Hebrew. */
const FONTS = {
  bold: { font: 'DejaVu Sans Bold', fontfile: projectFile('node_modules/dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf') },
  plain: { font: 'DejaVu Sans', fontfile: projectFile('node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf') },
} as const;

const DRAWABLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Common}\p{Script=Inherited}]+$/u;
const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Contrast of words with what they stand on, and of the badge (WCAG 2.2, 1.4.3 and 1.4.11). */
const [READABLE, VISIBLE] = [4.5, 3];

/** What is drawn of an experience. */
export type PreviewSource = Pick<HostedPage, 'type' | 'title'> & { page: PageDocument };

/**
 * The picture that others show of a page before it is opened: its title and first words on its colours, with its logo or initials.
 *
 * @param logo as it is kept with the page
 * @returns a PNG of 1200 × 630 pixels; nothing where the title is in a script that there is no font for
 */
export async function drawPreview({ type, title, page }: PreviewSource, logo?: Buffer): Promise<Buffer | undefined> {
  const words = prepareText(title, TITLE.longest);
  if (!words) return undefined;
  const colours = chooseColours(resolveLook(page.theme, type));
  const isMirrored = RIGHT_TO_LEFT.test(words);
  const at = (width: number) => (isMirrored ? WIDTH - MARGIN - width : MARGIN);
  const heading = await renderText(words, 'bold', TITLE, colours.ink);
  const said = prepareText(findDescription(page), DESCRIPTION.longest);
  const text = said && said !== words ? await renderText(said, 'plain', DESCRIPTION, colours.quiet) : undefined;
  const overlays: OverlayOptions[] = [
    { ...asOverlay(heading), left: at(heading.info.width), top: TITLE.top },
    ...(await drawBadge(words, page, colours, { logo, left: at(BADGE.side) })),
  ];
  if (text) {
    const top = TITLE.top + heading.info.height + DESCRIPTION.space;
    overlays.push({ ...asOverlay(text), left: at(text.info.width), top });
  }
  const pixels = await sharp(drawBackground(colours, isMirrored))
    .composite(overlays)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const drawn = sharp(pixels.data, { raw: pixels.info });
  // Choosing a filter for each row takes three times as long as all of the rest, for a twentieth of the bytes.
  const png = await drawn.clone().png({ compressionLevel: 6, adaptiveFiltering: false }).toBuffer();
  return png.length <= LARGEST_PREVIEW ? png : drawn.png({ palette: true, effort: 1 }).toBuffer();
}

type Colours = ReturnType<typeof chooseColours>;

/** The ground of a page if it has one of its own, else its primary colour; and what can be read on it. */
function chooseColours({ background: { color, gradient } = {}, primary, accent }: ReturnType<typeof resolveLook>) {
  const own = color ?? gradient?.from;
  const from = own ?? primary;
  const to = own ? (gradient && !color ? gradient.to : from) : shade(primary, 0.35);
  const ink = inkOn(from);
  const fill = own ? readableOn(from, primary, VISIBLE) : ink;
  return {
    from,
    to: contrastRatio(to, ink) >= READABLE ? to : from,
    ink,
    quiet: readableOn(from, mix(ink, from, 0.25), READABLE),
    fill,
    onFill: own ? inkOn(fill) : readableOn(fill, primary, READABLE),
    accent: readableOn(from, accent, VISIBLE),
  };
}

/** What everything stands on, mirrored where words run from right to left. */
function drawBackground({ from, to, ink, accent }: Colours, isMirrored: boolean): Buffer {
  const mirror = isMirrored ? ` transform="translate(${WIDTH} 0) scale(-1 1)"` : '';
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs><linearGradient id="g" x2="0" y2="1">` +
      `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>` +
      `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/><g${mirror}>` +
      `<g fill="none" stroke="${ink}" stroke-width="44" opacity=".07"><circle cx="1090" cy="70" r="150"/>` +
      `<circle cx="1090" cy="70" r="270"/></g>` +
      `<rect y="${HEIGHT - 14}" width="${WIDTH}" height="14" fill="${accent}"/></g></svg>`,
  );
}

/** The logo of a page, else its initials in a circle. */
async function drawBadge(
  words: string,
  { theme }: PageDocument,
  { fill, onFill }: Colours,
  { logo, left }: { logo: Buffer | undefined; left: number },
): Promise<OverlayOptions[]> {
  const { side, top } = BADGE;
  const circle = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><circle cx="${side / 2}" cy="${side / 2}" ` +
      `r="${side / 2}" fill="${fill}"/></svg>`,
  );
  if (logo) {
    const isRound = theme?.logo_shape === 'circle';
    const shown = sharp(logo).resize(side, side, { fit: isRound ? 'cover' : 'contain', background: '#00000000' });
    const { data, info } = await (isRound ? shown.composite([{ input: circle, blend: 'dest-in' }]) : shown)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return [{ ...asOverlay({ data, info }), left, top }];
  }
  const initials = findInitials(words);
  if (!initials) return [{ input: circle, left, top }];
  const letters = await renderText(initials, 'bold', { sizes: [66], height: side }, onFill);
  const { width, height } = letters.info;
  const middle = { left: left + Math.round((side - width) / 2), top: top + Math.round((side - height) / 2) };
  return [
    { input: circle, left, top },
    { ...asOverlay(letters), ...middle },
  ];
}

/** Pixels that are laid over others. */
const asOverlay = ({ data, info }: { data: Buffer; info: Raw }): Pick<OverlayOptions, 'input' | 'raw'> => ({
  input: data,
  raw: info,
});

/** The first letters of the first two words; of scripts whose letters are joined, one. */
function findInitials(words: string): string {
  const letters = words.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? [];
  return letters
    .slice(0, RIGHT_TO_LEFT.test(words) ? 1 : 2)
    .join('')
    .toUpperCase();
}

/** Words without what no font has, as many as there is room for; nothing where they are of another script. */
function prepareText(text: string, longest: number): string | undefined {
  const plain = text
    .normalize('NFC')
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f/gu, '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  if (!DRAWABLE.test(plain)) return undefined;
  const characters = [...plain];
  if (characters.length <= longest) return plain;
  const cut = characters.slice(0, longest).join('');
  // Between words, where there are any.
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > longest / 2 ? space : -1)}…`;
}

/** Sets words as large as fits, as a picture that is no larger than they are. Letters are shaped and lines broken as their script has it. */
async function renderText(
  words: string,
  style: keyof typeof FONTS,
  { sizes, height }: { sizes: readonly number[]; height: number },
  colour: string,
) {
  const marked = words.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const { font, fontfile } = FONTS[style];
  const set = (size: number) =>
    sharp({
      text: {
        text: `<span foreground="${colour}">${marked}</span>`,
        ...{ font: `${font} ${size}px`, fontfile, rgba: true, dpi: 72 },
        ...{ width: WIDTH - 2 * MARGIN, wrap: 'word-char' as const },
      },
    })
      .raw()
      .toBuffer({ resolveWithObject: true });
  for (const size of sizes.slice(0, -1)) {
    const made = await set(size);
    if (made.info.height <= height) return made;
  }
  const smallest = await set(sizes.at(-1) ?? 32);
  if (smallest.info.height <= height) return smallest;
  return sharp(smallest.data, { raw: smallest.info })
    .extract({ left: 0, top: 0, width: smallest.info.width, height })
    .raw()
    .toBuffer({ resolveWithObject: true });
}
