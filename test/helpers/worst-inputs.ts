import sharp, { type Sharp } from 'sharp';
import { DRAWING, LOGO, LONGEST_PAGE, MOST_BLOCKS, PAINTED, PHOTOS } from '../../shared/contract/bounds.js';
import { deviceAnalyze } from '../../shared/contract/catalogue/device-analyze.js';
import { generate } from '../../shared/contract/catalogue/qr-code.js';
import { generateExperience } from '../../shared/contract/catalogue/qr-experience.js';

export type Fields = Readonly<Record<string, unknown>>;

/** A request that asks for as much work as its kind can. */
export interface WorstInput {
  readonly what: string;
  /** @param turn tells one call from the next where an answer could come from memory */
  fields(turn: number): Fields;
}

/** Pixels that no encoding makes small. */
function noise(width: number, height: number) {
  const data = Buffer.alloc(width * height * 3);
  let state = 1;
  for (let at = 0; at < data.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[at] = state >>> 24;
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

const encoded = async (picture: Sharp): Promise<string> => (await picture.toBuffer()).toString('base64');

/** Inputs made by hand that ask for as much as their endpoints give, by the id of the endpoint. */
export async function declaredInputs(): Promise<Map<string, WorstInput[]>> {
  const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#963' } });
  const logos = {
    'noise as PNG': await encoded(noise(800, 800).png()),
    'noise as WebP': await encoded(noise(700, 700).webp({ quality: 60 })),
  };
  const besideWide = {
    'noise as PNG, as much as a wide image takes': await encoded(noise(440, 440).png()),
    'noise as WebP, as much as a wide image takes': await encoded(noise(275, 275).webp({ quality: 60 })),
    'drawing of zigzags': Buffer.from(zigzags(120)).toString('base64'),
  };
  const photos = {
    'flat JPGs': await encoded(flat(4_000, 3_000).jpeg()),
    'flat WebPs': await encoded(flat(1_700, 1_700).webp()),
    'noise as JPG': await encoded(noise(1_010, 1_010).jpeg()),
  };
  const dense = 'https://example.com/'.padEnd(2_330, 'abcXYZ123%');
  const large = { qr_code_text: dense, image_width: 4_000 };
  const dots = { body_style: 'dot', eye_style: 'circle', foreground_color: '#1a237e' };
  const frame = {
    frame_name: 'ribbon-tag',
    frame_color: '#7e1a23',
    frame_text: 'Wide words on two lines of a frame, as long as fits',
  };
  const codes: Record<string, Fields> = {
    'dense PNG': { ...large, image_format: 'PNG' },
    'dense dots, PNG': { ...large, ...dots, image_format: 'PNG' },
    'dense dots, JPG': { ...large, ...dots, image_format: 'JPG' },
    'dense dots, SVG': { ...large, ...dots, image_format: 'SVG' },
    'dense dots in a frame, PNG': { ...large, ...dots, ...frame, image_format: 'PNG' },
    'dense dots in a frame, JPG': { ...large, ...dots, ...frame, image_format: 'JPG', image_width: PAINTED.fullJpg },
  };
  const tiles = { body_style: 'soft-square', eye_style: 'leaf', foreground_color: '#1a237e' };
  const gradient = { ...tiles, ...frame, gradient_color: '#7e1a23', background_color: 'transparent' };
  const outlined = { ...large, qr_code_text: dense.slice(0, 360) };
  Object.assign(codes, {
    'dense tiles in a frame, PNG': { ...large, ...tiles, ...frame, image_format: 'PNG' },
    'dense tiles in a frame, JPG': { ...large, ...tiles, ...frame, image_format: 'JPG', image_width: PAINTED.fullJpg },
    'dense tiles with transparent corners, PNG': {
      ...large,
      ...tiles,
      ...frame,
      transparent_corners: 1,
      image_format: 'PNG',
    },
    'dense gradient, PNG': { ...large, ...gradient, image_format: 'PNG', image_width: 1_200 },
    'dense gradient, WEBP': {
      ...{ ...large, qr_code_text: dense.slice(0, 1_800) },
      ...{ ...gradient, image_format: 'WEBP', image_width: 640 },
    },
    'dense squares, PDF': { ...large, image_format: 'PDF' },
    'tiles, PDF': { ...outlined, ...tiles, ...frame, image_format: 'PDF' },
  });
  const addLogos = (all: Record<string, string>, look: string, styles: Fields, widths: Record<string, number>) => {
    for (const [name, logo_data_base64] of Object.entries(all)) {
      const logo = { ...styles, qr_code_text: dense.slice(0, 1_270), qr_code_logo: 'upload', logo_data_base64 };
      for (const [image_format, image_width] of Object.entries(widths)) {
        codes[`dense ${look} with a logo, ${image_format}: ${name}`] = { ...logo, image_format, image_width };
      }
    }
  };
  const widest = large.image_width;
  addLogos(logos, 'dots', dots, { JPG: LOGO.wide, PNG: LOGO.wide, SVG: widest });
  addLogos(besideWide, 'dots', dots, { JPG: PAINTED.fullJpg, PNG: widest, SVG: widest });
  addLogos(logos, 'squares', {}, { PDF: widest });
  const pages = Object.entries(photos).map(([name, photo_base64]): [string, Fields] => {
    const props = { first_name: 'Ada', photo_base64 };
    const blocks = Array.from({ length: PHOTOS.count }, () => ({ type: 'vcardPlus', props }));
    return [`${PHOTOS.count} photos: ${name}`, { type: 'page', page: { version: 1, blocks } }];
  });
  const logoOfPage = await encoded(noise(600, 600).webp({ quality: 60 }));
  pages.push(['largest page with a logo', { type: 'page', page: largestPage(logoOfPage) }]);
  const list = (inputs: Iterable<[string, Fields]>): WorstInput[] =>
    [...inputs].map(([what, fields]) => ({ what, fields: () => fields }));
  return new Map([
    [generate.id, list([...Object.entries(codes), ...pages])],
    [generateExperience.id, list(pages)],
    [deviceAnalyze.id, agents],
  ]);
}

/** A page of as many blocks and characters as there may be, in the colours of its logo. */
function largestPage(logo_data_base64: string): Fields {
  // Names of fields and separators of blocks count as well.
  const each = Math.floor(LONGEST_PAGE / MOST_BLOCKS) - 80;
  const blocks = Array.from({ length: MOST_BLOCKS }, (_, at) => ({
    type: 'text',
    props: { text: `${at} ${'worst <b>words</b> of 28 & more '.repeat(each / 28)}`.slice(0, each) },
  }));
  return { version: 1, theme: { preset: 'logo', logo_data_base64 }, blocks };
}

/** Paths that cross themselves at every turn, as many as a drawing may have coordinates for. */
function zigzags(turns: number): string {
  const path = Array.from({ length: turns }, (_, at) => `${at % 2 ? DRAWING.side : 0} ${(at * 7_919) % DRAWING.side}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${DRAWING.side} ${DRAWING.side}"><path d="M${path.join('L')}"/></svg>`;
}

/** Characters of a user agent. */
const LONG = 5_000;

const agents: WorstInput[] = ['x ', 'Mozilla/5.0 (', 'Mozilla/5.0 (Linux; Android 10; ', 'Chrome/1.2.3 Safari/1 '].map(
  (piece) => ({
    what: `${piece.trim()} …`,
    fields: (turn) => ({ ua: `${turn} ${piece.repeat(LONG / piece.length)}` }),
  }),
);
