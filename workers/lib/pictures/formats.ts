/** Formats of images that clients can send. */
export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'svg';

/**
 * A request to decode an image. `logo-to-send` returns a PNG of at most the given side, `logo-to-paint` its RGB pixels on the background,
 * `photo` a square JPG of that side, `picture` a WebP fitted into it, `colours` the RGBA pixels, fitted into it.
 */
export interface DecodeRequest {
  readonly use: 'logo-to-paint' | 'logo-to-send' | 'photo' | 'picture' | 'colours';
  readonly format: PictureFormat;
  readonly file: Uint8Array;
  /** Side in pixels. */
  readonly side: number;
  /** Colour behind transparent pixels, in hex. */
  readonly background: string;
  /** Maximum number of pixels. */
  readonly pixels: number;
  /** Maximum work, see DECODING_WORK. */
  readonly work: number;
}

export interface DecodedPicture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Work of decoding it, see DECODING_WORK. */
  readonly work: number;
}

/** Reason why an image was refused: invalid, larger than the request allows, or killed at a limit of its process. */
export type RefusalReason = 'unreadable' | 'too_large' | 'too_costly';

export type DecoderResponse = DecodedPicture | { readonly refused: RefusalReason };

/** Signatures: PNG (ISO/IEC 15948, 5.2), JPEG (ISO/IEC 10918-1, B.2), WebP (RFC 9649, 2.4). */
const startsWith = (file: Buffer, bytes: string, at = 0): boolean =>
  file.toString('latin1', at, at + bytes.length) === bytes;

const tests: Readonly<Record<PictureFormat, (file: Buffer) => boolean>> = {
  png: (file) => startsWith(file, '\x89PNG\r\n\x1a\n'),
  jpeg: (file) => startsWith(file, '\xff\xd8\xff'),
  webp: (file) => startsWith(file, 'RIFF') && startsWith(file, 'WEBP', 8),
  svg: (file) => /^\s*(<\?xml|<!|<svg)/.test(file.toString('utf8', 0, 200)),
};

/** Detects the format of a file by its first bytes; undefined unless it is allowed. */
export const detectFormat = <Allowed extends PictureFormat>(
  file: Buffer,
  allowed: readonly Allowed[],
): Allowed | undefined => allowed.find((format) => tests[format](file));
