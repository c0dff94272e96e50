/** The kinds of image that callers may send. */
export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'svg';

/**
 * What is done with an image: a logo that is sent becomes a PNG of at most a given side, one that is painted its pixels on its background,
 * red, green and blue of each; a photo a square JPG of that side; its colours are the pixels with their opacity, fitted into it.
 */
export interface DecodeRequest {
  readonly use: 'logo-to-paint' | 'logo-to-send' | 'photo' | 'colours';
  readonly format: PictureFormat;
  readonly file: Uint8Array;
  /** Pixels. */
  readonly side: number;
  /** What shows through where an image is transparent, unless it stays so: hex. */
  readonly background: string;
  /** The most pixels that it may have. */
  readonly pixels: number;
  /** The most work that it may be, see DECODING_WORK. */
  readonly work: number;
}

/** An image encoded anew. */
export interface Decoded {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** The work that it was, see DECODING_WORK. */
  readonly work: number;
}

/** Why an image was not taken: broken or of another kind, larger than the order allows, cut off at a limit of its child. */
export type Refusal = 'unreadable' | 'too_large' | 'too_costly';

/** What a child answers to an order. */
export type DecoderResponse = Decoded | { readonly refused: Refusal };

/** The first bytes of each kind: PNG (ISO/IEC 15948, 5.2), JPEG (ISO/IEC 10918-1, B.2), WebP (RFC 9649, 2.4). */
const startsWith = (file: Buffer, bytes: string, at = 0): boolean =>
  file.toString('latin1', at, at + bytes.length) === bytes;

const tests: Readonly<Record<PictureFormat, (file: Buffer) => boolean>> = {
  png: (file) => startsWith(file, '\x89PNG\r\n\x1a\n'),
  jpeg: (file) => startsWith(file, '\xff\xd8\xff'),
  webp: (file) => startsWith(file, 'RIFF') && startsWith(file, 'WEBP', 8),
  svg: (file) => /^\s*(<\?xml|<!|<svg)/.test(file.toString('utf8', 0, 200)),
};

/** The format of a file by its first bytes, if it is one of those that are allowed. */
export const detectFormat = <Allowed extends PictureFormat>(
  file: Buffer,
  allowed: readonly Allowed[],
): Allowed | undefined => allowed.find((format) => tests[format](file));
