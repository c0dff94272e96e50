import { words } from './words';

const LARGEST_BYTES = 8 * 1024 * 1024;
/** Width and height that the server keeps. */
const MOST_PIXELS = 1_600;
const QUALITY = 0.86;

/** Part of a picture, in its pixels. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A picture chosen on this device. */
export interface ChosenPicture {
  readonly file: File;
  readonly bitmap: ImageBitmap;
}

/** A file that cannot be used, with the reason for the person who chose it. */
export class UnusablePicture extends Error {}

/** Reads a file as a picture, upright. @throws UnusablePicture */
export async function readPicture(file: File): Promise<ChosenPicture> {
  if (file.size > LARGEST_BYTES) throw new UnusablePicture(words.photo.tooLarge);
  try {
    return { file, bitmap: await createImageBitmap(file) };
  } catch {
    throw new UnusablePicture(words.photo.unreadable);
  }
}

/** Returns the largest part of a picture with a ratio of width to height, around its centre. */
export function centreCrop({ width, height }: Pick<ImageBitmap, 'width' | 'height'>, ratio: number): Crop {
  const fit = { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) };
  return { ...fit, x: (width - fit.width) / 2, y: (height - fit.height) / 2 };
}

const isOpaque = (type: string): boolean => type === 'image/jpeg';

/** Draws a part of a picture, and returns it as base64: as JPG, or as PNG where parts of it may be transparent. */
export async function encodePicture({ file, bitmap }: ChosenPicture, crop: Crop, most = MOST_PIXELS): Promise<string> {
  const scale = Math.min(1, most / Math.max(crop.width, crop.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(crop.width * scale));
  canvas.height = Math.max(1, Math.round(crop.height * scale));
  const { x, y, width, height } = crop;
  canvas.getContext('2d')?.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height);
  const type = isOpaque(file.type) ? 'image/jpeg' : 'image/png';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  if (!blob) throw new UnusablePicture(words.photo.unreadable);
  return toBase64(blob);
}

/** Returns a whole picture as its file is, in base64: the server turns and scales it. */
export const toBase64 = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(new UnusablePicture(words.photo.unreadable));
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.readAsDataURL(blob);
  });

/** Draws a picture as small as a logo within a code, or a portrait inside a draft, and returns it in base64. */
export async function encodeSmall(picture: ChosenPicture, crop: Crop, mostCharacters: number): Promise<string> {
  for (let most = 600; ; most = Math.round(most * 0.75)) {
    const data = await encodePicture(picture, crop, most);
    if (data.length <= mostCharacters || most < 64) return data;
  }
}

/** Returns the media type of a picture in base64, by its first bytes. */
export function mediaType(base64: string): string {
  if (base64.startsWith('iVBOR')) return 'image/png';
  if (base64.startsWith('/9j/')) return 'image/jpeg';
  return base64.startsWith('UklGR') ? 'image/webp' : 'image/svg+xml';
}
