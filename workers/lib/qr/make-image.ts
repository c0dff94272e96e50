import { collections } from '../../../features/collections.js';
import type { ImagePayload, ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import { errors, throwStorageUnavailable } from '../../../shared/contract/errors.js';
import { reducePath } from '../../../shared/storage/disks.js';
import { Quota } from '../../../shared/storage/quota.js';
import { type Call, FileAnswer } from '../../handle.js';
import { deriveName } from '../derive-name.js';
import type { EncodedContent } from '../qr-content/encode-content.js';
import { renderContent } from '../qr-content/render-content.js';
import { type Design, readDesign } from './design.js';
import type { QrImage } from './render.js';
import type { LogoCall } from './uploaded-logo.js';

/** The members of a call that creating an image needs. */
export type ImageCall = LogoCall & Keeper;

type Keeper = Pick<Call, 'requestId' | 'account' | 'disks' | 'clock' | 'config' | 'store'>;

/**
 * Creates the image of a request: renders, saves and returns it.
 *
 * @throws ApiError if the image is not possible
 */
export async function makeImage(
  encoded: Encoded,
  request: ImageRequest,
  call: ImageCall,
): Promise<ImagePayload | FileAnswer> {
  const design = await readDesign(request, call);
  const image = await renderContent(encoded, design, request);
  const saved = request.save ? await saveFile(image, request, call) : undefined;
  return request.download ? asFile(image, request) : asPayload(image, request, design, encoded, saved);
}

const asFile = (image: QrImage, { filename, filename_base }: ImageRequest): FileAnswer =>
  new FileAnswer(image.mime, `${fileBase(filename ?? filename_base)}.${image.ext}`, image.bytes);

/** Content of a code. */
interface Encoded extends EncodedContent {
  readonly type: string;
  /** Text that a scanner reads. */
  readonly scanUrl: string | null;
  readonly page: { readonly version: number } | null;
}

/** Returns the fields of an image in a response. */
function asPayload(
  image: QrImage,
  request: ImageRequest,
  { frame, eye }: Design,
  encoded: Encoded,
  saved: Saved | undefined,
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
      shape: { body: request.body_style, eye: request.eye_style, ball: eye.ball },
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
      encoded_text: encoded.text,
      page: encoded.page,
    },
    data_base64: (request.include_bytes ?? !request.save) ? image.bytes.toString('base64') : null,
  };
}

const colours = (request: ImageRequest): ImagePayload['meta']['colors'] => ({
  foreground: request.foreground_color,
  background: request.background_color,
  gradient: request.gradient_color ?? null,
  eye_outer: request.eye_outer_color ?? null,
  eye_inner: request.eye_inner_color ?? null,
  eye1_outer: request.eye1_outer_color ?? null,
  eye1_inner: request.eye1_inner_color ?? null,
  eye2_outer: request.eye2_outer_color ?? null,
  eye2_inner: request.eye2_inner_color ?? null,
  eye3_outer: request.eye3_outer_color ?? null,
  eye3_inner: request.eye3_inner_color ?? null,
});

/** URL of a saved file, and its path on its disk. */
interface Saved {
  readonly url: string;
  readonly path: string;
}

/** Creates an unguessable suffix of a file name. */
const unguessable = (requestId: string): string =>
  deriveName(requestId, 'image', '0123456789abcdefghijklmnopqrstuvwxyz', 12);

const DEFAULT_FOLDER = 'qr';

type Place = Pick<ImageRequest, 'storage_disk' | 'storage_folder' | 'filename' | 'filename_base'>;

/**
 * Saves a file on the disk of the request, in the folder of its account. A `filename` replaces an earlier file of that name; a
 * `filename_base`, or no name, gets a random suffix.
 *
 * @throws ApiError if the disk is not configured or cannot be written, or the quota of the account is used up
 */
export async function saveFile(
  file: Pick<QrImage, 'mime' | 'ext' | 'bytes'>,
  request: Place,
  call: Keeper,
): Promise<Saved> {
  const { account, disks } = call;
  const disk = disks.get(request.storage_disk);
  if (!disk) throw errors.qrDiskUnknown({ disks: disks.names.join(', ') });
  const own = await disks.accountFolder(account).catch(throwStorageUnavailable);
  const path = `${own}/${chooseFolder(request)}/${chooseName(request, call.requestId)}.${file.ext}`;
  const write = async () => (await disk).put(path, file.bytes, { contentType: file.mime });
  await countFile(`${request.storage_disk}:${path}`, file.bytes.length, call, () =>
    write().catch(throwStorageUnavailable),
  );
  return { url: disks.url(request.storage_disk, path), path };
}

/** Writes a file within the quota of the account, from which a replaced file is subtracted. */
async function countFile(id: string, bytes: number, call: Keeper, write: () => Promise<void>): Promise<void> {
  const { account, clock, config } = call;
  const { files, keptBytes } = collections(await call.store());
  const quota = new Quota(keptBytes, clock, config);
  await quota.keep(account, bytes, write);
  const file = { account, bytes, at: clock.now() };
  const replaced = await files.findOneAndUpdate(
    { _id: id },
    { $set: file },
    { upsert: true, returnDocument: 'before' },
  );
  if (replaced) await quota.release(account, replaced.bytes);
}

const chooseFolder = ({ storage_folder: folder }: Place): string => (folder && reducePath(folder)) || DEFAULT_FOLDER;

const chooseName = ({ filename, filename_base: base }: Place, requestId: string): string =>
  filename ? fileBase(filename) : `${fileBase(base)}-${unguessable(requestId)}`;

/** Returns a valid file name without folder and extension. */
function fileBase(wish = ''): string {
  const last = reducePath(wish).split('/').at(-1) ?? '';
  return last.replace(/\.(svg|png|jpe?g|webp|pdf|zip)$/, '').replace(/[.-]+$/, '') || 'qr-code';
}
