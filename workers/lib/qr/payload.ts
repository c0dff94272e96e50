import type { ImagePayload, ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import type { Design } from './design.js';
import type { QrImage } from './render.js';
import type { SavedFile } from './save.js';

/** What a code holds. */
export interface Encoded {
  readonly text: string;
  readonly type: string;
  /** What a scanner opens. */
  readonly scanUrl: string | null;
  readonly page: { readonly version: number } | null;
}

/** The image payload of an answer. */
export function asPayload(
  image: QrImage,
  request: ImageRequest,
  { frame }: Design,
  encoded: Encoded,
  saved: SavedFile | undefined,
): ImagePayload {
  return {
    mime: image.mime,
    ext: image.ext,
    width: image.width,
    height: image.height,
    saved: saved !== undefined,
    ...(saved ? { file_url: saved.url, file_path: saved.path } : {}),
    scan_url: encoded.scanUrl,
    meta: {
      format: request.image_format,
      logo: request.qr_code_logo,
      shape: { body: request.body_style, eye: request.eye_style },
      colors: colours(request),
      frame: {
        name: request.frame_name,
        color: frame?.colour ?? null,
        text: frame?.caption.text ?? null,
        textColor: frame?.caption.colour ?? null,
        icon: frame?.caption.icon ?? null,
      },
      download: request.download,
      saved: saved !== undefined,
      type: encoded.type,
      page: encoded.page,
    },
    data_base64: (request.include_bytes ?? !request.save) ? image.bytes.toString('base64') : null,
  };
}

const colours = (request: ImageRequest): ImagePayload['meta']['colors'] => ({
  foreground: request.foreground_color,
  background: request.background_color,
  eye_outer: request.eye_outer_color ?? null,
  eye_inner: request.eye_inner_color ?? null,
  eye1_outer: request.eye1_outer_color ?? null,
  eye1_inner: request.eye1_inner_color ?? null,
  eye2_outer: request.eye2_outer_color ?? null,
  eye2_inner: request.eye2_inner_color ?? null,
  eye3_outer: request.eye3_outer_color ?? null,
  eye3_inner: request.eye3_inner_color ?? null,
});
