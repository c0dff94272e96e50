import sharp, { type OverlayOptions, type Raw } from 'sharp';
import { type HostedPage, type LinkPreview, resolveLook } from '../../../features/pages/index.js';
import { contrastRatio, inkOn, mix, readableOn, shade } from '../../../shared/colour.js';
import { LARGEST_PREVIEW } from '../../../shared/contract/bounds.js';
import { findDescription, type PageDocument } from '../../../shared/contract/hosted-pages/document.js';
import { projectFile } from '../../../shared/process/project-file.js';
import type { Call } from '../../handle.js';
import { deriveName } from '../derive-name.js';

/** Size that messengers and social networks show without cropping; the Open Graph protocol does not specify one. */
const [WIDTH, HEIGHT] = [1_200, 630];
const MARGIN = 90;
const BADGE = { side: 160, top: 84 } as const;
const TITLE = { top: 290, sizes: [84, 68, 54, 44], height: 196, longest: 120 } as const;
const DESCRIPTION = { space: 30, sizes: [34], height: 92, longest: 100 } as const;

/** DejaVu, also used for captions: Latin, Greek, Cyrillic, Arabic and Hebrew. */
const FONTS = {
  bold: { font: 'DejaVu Sans Bold', fontfile: projectFile('dist/data/fonts/DejaVuSans-Bold.ttf') },
  plain: { font: 'DejaVu Sans', fontfile: projectFile('dist/data/fonts/DejaVuSans.ttf') },
} as const;

const DRAWABLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Common}\p{Script=Inherited}]+$/u;
const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Minimum contrast of text and of the badge with the background (WCAG 2.2, 1.4.3 and 1.4.11). */
const [READABLE, VISIBLE] = [4.5, 3];

type PreviewSource = Pick<HostedPage, 'type' | 'title'> & { page: PageDocument };

/** A link preview that is not stored yet. */
export interface NewPreview extends LinkPreview {
  readonly png: Buffer;
}

/**
 * Creates the link preview of a page when it is published or edited.
 *
 * @param logo loads the logo of the page
 * @returns undefined if it cannot be drawn; an error is logged only, as a page needs no preview
 */
export async function createPreview(
  page: PreviewSource,
  logo: () => Promise<Uint8Array | undefined>,
  { requestId, log }: Pick<Call, 'requestId' | 'log'>,
): Promise<NewPreview | undefined> {
  try {
    const bytes = page.page.theme?.ownLogo ? await logo() : undefined;
    const png = await drawPreview(page, bytes && Buffer.from(bytes));
    const name = deriveName(requestId, 'preview', '0123456789abcdef', 16);
    return png && { name, bytes: png.length, png };
  } catch (err) {
    log.warn({ err, request: requestId }, 'drawing a preview failed');
    return undefined;
  }
}

/**
 * Draws the link preview of a page: title and description on its colours, with its logo or initials.
 *
 * @param logo file of the logo
 * @returns a PNG of 1200 × 630 pixels; undefined if there is no font for the script of the title
 */
async function drawPreview({ type, title, page }: PreviewSource, logo?: Buffer): Promise<Buffer | undefined> {
  const words = prepareText(title, TITLE.longest);
  if (!words) return undefined;
  const colours = chooseColours(resolveLook(page.theme, type));
  const isMirrored = RIGHT_TO_LEFT.test(words);
  const at = (width: number) => (isMirrored ? WIDTH - MARGIN - width : MARGIN);
  const heading = await renderText(words, 'bold', TITLE, colours.ink);
  const description = prepareText(findDescription(page), DESCRIPTION.longest);
  const text =
    description && description !== words
      ? await renderText(description, 'plain', DESCRIPTION, colours.quiet)
      : undefined;
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
  const picture = sharp(pixels.data, { raw: pixels.info });
  // Choosing a filter for each row takes three times as long as all of the rest, for a twentieth of the bytes.
  const png = await picture.clone().png({ compressionLevel: 6, adaptiveFiltering: false }).toBuffer();
  return png.length <= LARGEST_PREVIEW ? png : picture.png({ palette: true, effort: 1 }).toBuffer();
}

type Colours = ReturnType<typeof chooseColours>;

/** Chooses colours: the background of the page if it has one, else its primary colour, and readable colours on it. */
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

/** Draws the background as SVG, mirrored for text from right to left. */
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

/** Draws the logo of a page, else its initials in a circle. */
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

const asOverlay = ({ data, info }: { data: Buffer; info: Raw }): Pick<OverlayOptions, 'input' | 'raw'> => ({
  input: data,
  raw: info,
});

/** Returns the first letters of the first two words; one letter for scripts that join letters. */
function findInitials(words: string): string {
  const letters = words.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? [];
  return letters
    .slice(0, RIGHT_TO_LEFT.test(words) ? 1 : 2)
    .join('')
    .toUpperCase();
}

/** Removes characters that no font has, and shortens a text. Returns undefined for text in another script. */
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
  // Cut between words if possible.
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > longest / 2 ? space : -1)}…`;
}

/** Renders text in the largest size that fits, as a picture without margins. Shaping and line breaks follow the script. */
async function renderText(
  words: string,
  style: keyof typeof FONTS,
  { sizes, height }: { sizes: readonly number[]; height: number },
  colour: string,
) {
  const escaped = words.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const { font, fontfile } = FONTS[style];
  const render = (size: number) =>
    sharp({
      text: {
        text: `<span foreground="${colour}">${escaped}</span>`,
        ...{ font: `${font} ${size}px`, fontfile, rgba: true, dpi: 72 },
        ...{ width: WIDTH - 2 * MARGIN, wrap: 'word-char' as const },
      },
    })
      .raw()
      .toBuffer({ resolveWithObject: true });
  for (const size of sizes.slice(0, -1)) {
    const picture = await render(size);
    if (picture.info.height <= height) return picture;
  }
  const smallest = await render(sizes.at(-1) ?? 32);
  if (smallest.info.height <= height) return smallest;
  return sharp(smallest.data, { raw: smallest.info })
    .extract({ left: 0, top: 0, width: smallest.info.width, height })
    .raw()
    .toBuffer({ resolveWithObject: true });
}
