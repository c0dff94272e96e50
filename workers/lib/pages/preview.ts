import type { Disk } from 'flydrive';
import sharp, { type OverlayOptions, type Raw, type Sharp } from 'sharp';
import {
  type HostedPage,
  type LinkPreview,
  previewMime,
  previewPath,
  resolveLook,
} from '../../../features/pages/index.js';
import { computeContrast, findInk, findReadable, mix, shade } from '../../../shared/colour.js';
import { LARGEST_PREVIEW } from '../../../shared/contract/bounds.js';
import { throwStorageUnavailable } from '../../../shared/contract/errors.js';
import { findDescription, flattenBlocks, type PageDocument } from '../../../shared/contract/hosted-pages/document.js';
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
  readonly file: Buffer;
}

/** Loads the pictures of a page. */
export interface PreviewPictures {
  logo(): Promise<Uint8Array | undefined>;
  /** Reads a picture that is stored here by its URL; undefined for any other URL, which is never fetched. */
  readPicture(url: string): Promise<Uint8Array | undefined>;
}

/**
 * Creates the link preview of a page when it is published or edited.
 *
 * @returns undefined if it cannot be drawn; an error is logged only, as a page needs no preview
 */
export async function createPreview(
  source: PreviewSource,
  { logo, readPicture }: PreviewPictures,
  { requestId, log }: Pick<Call, 'requestId' | 'log'>,
): Promise<NewPreview | undefined> {
  try {
    const { ownLogo = false, logo: logoUrl } = source.page.theme ?? {};
    const bytes = ownLogo ? await logo() : logoUrl ? await readPicture(logoUrl) : undefined;
    const drawn = await drawPreview(source, {
      logo: bytes && Buffer.from(bytes),
      photo: await findPhoto(source.page, readPicture),
    });
    const name = deriveName(requestId, 'preview', '0123456789abcdef', 16);
    return drawn && { name, bytes: drawn.file.length, ...drawn };
  } catch (err) {
    log.warn({ err, request: requestId }, 'drawing a preview failed');
    return undefined;
  }
}

/** Returns what a page stores of a preview. */
export const withoutFile = ({ file: _, ...preview }: NewPreview): LinkPreview => preview;

/** @throws ApiError 502 if the disk is unavailable */
export const savePreview = (disk: Disk, code: string, preview: NewPreview): Promise<void> =>
  disk
    .put(previewPath(code, preview), preview.file, { contentType: previewMime(preview) })
    .catch(throwStorageUnavailable);

/** Smallest width and height of a picture that is not blurred when it fills a preview. */
const SHARP = { width: 600, height: 315 } as const;

/** Returns the picture of the first hero, else of the first gallery, if it is stored here and large enough. */
async function findPhoto(
  { blocks }: PageDocument,
  readPicture: PreviewPictures['readPicture'],
): Promise<Buffer | undefined> {
  const all = flattenBlocks(blocks);
  const heroes = all.map((block) => (block.type === 'hero' ? block.props.image : undefined));
  const galleries = all.map((block) => (block.type === 'gallery' ? block.props.images[0]?.url : undefined));
  const url = [...heroes, ...galleries].find((address) => address !== undefined);
  const bytes = url === undefined ? undefined : await readPicture(url);
  if (!bytes) return undefined;
  const photo = Buffer.from(bytes);
  const { width, height } = await sharp(photo).metadata();
  return width >= SHARP.width && height >= SHARP.height ? photo : undefined;
}

type Drawn = Pick<NewPreview, 'file' | 'type'>;

/**
 * Draws the link preview of a page in 1200 × 630 pixels: over its picture if it has one, else on its colours.
 *
 * @returns undefined if there is neither a picture nor a font for the script of the title
 */
async function drawPreview(
  source: PreviewSource,
  { logo, photo }: { logo?: Buffer | undefined; photo?: Buffer | undefined },
): Promise<Drawn | undefined> {
  if (photo) return { file: await drawOverPhoto(source, photo, logo), type: 'jpg' };
  const file = await drawOnColours(source, logo);
  return file && { file };
}

/** Returns the texts of a preview. The title is undefined if there is no font for its script. */
function findTexts({ title, page }: PreviewSource) {
  const words = prepareText(title, TITLE.longest);
  const description = prepareText(findDescription(page), DESCRIPTION.longest);
  return { words, description: description === words ? undefined : description };
}

/** Place of the logo and of the text over a picture, and of the shadow under the text. */
const OVER_PHOTO = {
  top: 56,
  side: 132,
  padding: 18,
  bottom: 60,
  shadow: 190,
  contrast: 6,
  light: '#ffffff',
  dark: '#15181d',
} as const;

/** Draws logo, title and description over a picture, on as much shadow as they need to be readable. */
async function drawOverPhoto(source: PreviewSource, photo: Buffer, logo?: Buffer): Promise<Buffer> {
  const { words, description } = findTexts(source);
  const look = resolveLook(source.page.theme, source.type);
  const isMirrored = RIGHT_TO_LEFT.test(words ?? '');
  const at = (width: number) => (isMirrored ? WIDTH - MARGIN - width : MARGIN);
  const texts = [
    ...(words ? [await renderText(words, 'bold', TITLE, OVER_PHOTO.light)] : []),
    ...(words && description ? [await renderText(description, 'plain', DESCRIPTION, OVER_PHOTO.light)] : []),
  ];
  const cover = await sharp(photo)
    .flatten({ background: OVER_PHOTO.light })
    .resize(WIDTH, HEIGHT, { fit: 'cover', position: 'attention' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  let top = HEIGHT - OVER_PHOTO.bottom + DESCRIPTION.space;
  for (const { info } of texts) top -= info.height + DESCRIPTION.space;
  const overlays: OverlayOptions[] = [];
  if (texts.length > 0) {
    const colour = mix('#000000', look.primary, 0.18);
    const share = await findShadow(cover, top, colour);
    const bar = findReadable(mix(OVER_PHOTO.light, colour, share), look.accent, VISIBLE);
    overlays.push({ input: drawShadow(top, colour, share, bar), left: 0, top: 0 });
  }
  if (logo) overlays.push(await drawChip(logo, source.page.theme?.logo_shape === 'circle', at(OVER_PHOTO.side)));
  for (const text of texts) {
    overlays.push({ ...asOverlay(text), left: at(text.info.width), top });
    top += text.info.height + DESCRIPTION.space;
  }
  const pixels = await sharp(cover.data, { raw: cover.info })
    .composite(overlays)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return encodePhoto(sharp(pixels.data, { raw: pixels.info }));
}

/** Encodes a picture in the best quality that fits. */
async function encodePhoto(picture: Sharp): Promise<Buffer> {
  for (const quality of [84, 74, 60]) {
    const file = await picture.clone().jpeg({ quality, progressive: true }).toBuffer();
    if (file.length <= LARGEST_PREVIEW) return file;
  }
  return picture.jpeg({ quality: 40 }).toBuffer();
}

/** Returns the least opacity of a shadow, from 0 to 1, on which light text is readable below a height of the picture. */
async function findShadow(cover: Picture, top: number, colour: string): Promise<number> {
  const height = HEIGHT - top;
  // Mean colours of small areas: a single bright pixel does not hide a letter.
  const areas = sharp(cover.data, { raw: cover.info })
    .extract({ left: 0, top, width: WIDTH, height })
    .resize(Math.round(WIDTH / 10), Math.ceil(height / 10), { fit: 'fill' });
  const { channels } = await sharp(await areas.png().toBuffer()).stats();
  const brightest = `#${channels.map(({ max }) => max.toString(16).padStart(2, '0')).join('')}`;
  let share = 0.3;
  while (share < 1 && computeContrast(mix(brightest, colour, share), OVER_PHOTO.light) < OVER_PHOTO.contrast)
    share += 0.05;
  return share;
}

/** Draws a shadow that is full under the text, and fades above it, and the bar below. */
const drawShadow = (top: number, colour: string, share: number, bar: string): Buffer => {
  const begin = Math.max(0, top - OVER_PHOTO.shadow);
  const full = Math.max(begin + 1, top - 16);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs><linearGradient id="g" x2="0" y2="1">` +
      `<stop stop-color="${colour}" stop-opacity="0"/><stop offset="1" stop-color="${colour}" stop-opacity="${share}"/></linearGradient></defs>` +
      `<rect y="${begin}" width="${WIDTH}" height="${full - begin}" fill="url(#g)"/>` +
      `<rect y="${full}" width="${WIDTH}" height="${HEIGHT - full}" fill="${colour}" fill-opacity="${share}"/>` +
      `<rect y="${HEIGHT - 14}" width="${WIDTH}" height="14" fill="${bar}"/></svg>`,
  );
};

/** Draws a logo on a ground of its own, on which it is visible over any picture. */
async function drawChip(logo: Buffer, isRound: boolean, left: number): Promise<OverlayOptions> {
  const { side, padding, light, dark } = OVER_PHOTO;
  const ground = (await isLight(logo)) ? dark : light;
  const radius = isRound ? side / 2 : 24;
  const shape = (fill: string, inset = 0) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect x="${inset}" y="${inset}" width="${side - 2 * inset}" ` +
        `height="${side - 2 * inset}" rx="${radius}" fill="${fill}"/></svg>`,
    );
  const inset = isRound ? 6 : padding;
  const size = side - 2 * inset;
  const resized = sharp(logo).resize(size, size, { fit: isRound ? 'cover' : 'contain', background: '#00000000' });
  const placed = await resized
    .extend({ top: inset, bottom: inset, left: inset, right: inset, background: '#00000000' })
    .png()
    .toBuffer();
  const cut = isRound
    ? await sharp(placed)
        .composite([{ input: shape('#000', inset), blend: 'dest-in' }])
        .png()
        .toBuffer()
    : placed;
  const input = await sharp(shape(ground))
    .composite([{ input: cut }])
    .png()
    .toBuffer();
  return { input, left, top: OVER_PHOTO.top };
}

/** True if the visible pixels of a logo are too light for a light ground. */
async function isLight(logo: Buffer): Promise<boolean> {
  const data = await sharp(logo).resize(32, 32, { fit: 'inside' }).ensureAlpha().raw().toBuffer();
  let [sum, opacity] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
    sum += (0.299 * red + 0.587 * green + 0.114 * blue) * alpha;
    opacity += alpha;
  }
  return opacity > 0 && sum / opacity > 190;
}

/**
 * Draws title and description on the colours of a page, with its logo or initials, as a PNG.
 *
 * @returns undefined if there is no font for the script of the title
 */
async function drawOnColours(source: PreviewSource, logo?: Buffer): Promise<Buffer | undefined> {
  const { type, page } = source;
  const { words, description } = findTexts(source);
  if (!words) return undefined;
  const colours = chooseColours(resolveLook(page.theme, type));
  const isMirrored = RIGHT_TO_LEFT.test(words);
  const at = (width: number) => (isMirrored ? WIDTH - MARGIN - width : MARGIN);
  const heading = await renderText(words, 'bold', TITLE, colours.ink);
  const text = description ? await renderText(description, 'plain', DESCRIPTION, colours.quiet) : undefined;
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
  const ink = findInk(from);
  const fill = own ? findReadable(from, primary, VISIBLE) : ink;
  return {
    from,
    to: computeContrast(to, ink) >= READABLE ? to : from,
    ink,
    quiet: findReadable(from, mix(ink, from, 0.25), READABLE),
    fill,
    onFill: own ? findInk(fill) : findReadable(fill, primary, READABLE),
    accent: findReadable(from, accent, VISIBLE),
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

interface Picture {
  readonly data: Buffer;
  readonly info: Raw;
}

const asOverlay = ({ data, info }: Picture): Pick<OverlayOptions, 'input' | 'raw'> => ({
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
