import type { ApiError } from '../../../shared/contract/api-error.js';
import type { ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import { errors } from '../../../shared/contract/errors.js';
import { readIconPaths } from '../../../shared/icon-set.js';
import type { Caption } from './caption.js';
import { TRANSPARENT } from './drawing.js';
import { defaultBall, type EyeDesign } from './eye.js';
import type { GradientDesign } from './gradient.js';
import { iconLogo, type Logo, scanMeLogo } from './logo.js';
import { findColourErrors } from './readable-colours.js';
import { type LogoCall, uploadedLogo } from './uploaded-logo.js';

/** Design of a code. Colours are hex. */
export interface Design {
  readonly foreground: string;
  /** Hex, or TRANSPARENT. */
  readonly background: string;
  /** Gradient of the foreground. */
  readonly gradient: GradientDesign | undefined;
  /** Modules of the quiet zone. */
  readonly margin: number;
  readonly body: ImageRequest['body_style'];
  readonly eye: EyeDesign;
  /** Colours of the eyes: top left, top right, bottom left. */
  readonly eyes: readonly [EyeColours, EyeColours, EyeColours];
  readonly logo: Logo | undefined;
  /** Side of the logo as a share of the side of the code. */
  readonly logoShare: number;
  readonly frame: FrameDesign | undefined;
}

/** Colours of the ring of an eye and of its pupil; those of the modules by default. */
export interface EyeColours {
  readonly outer: string | undefined;
  readonly inner: string | undefined;
}

export type FrameName = Exclude<ImageRequest['frame_name'], 'no-frame'>;

interface FrameDesign {
  readonly name: FrameName;
  readonly colour: string;
  readonly caption: Caption;
  /** True if the image is transparent outside of the frame. */
  readonly isCutOut: boolean;
}

/**
 * Reads the design of a request.
 *
 * @throws ApiError if colours are too similar to scan, the format has no transparency, or the uploaded logo is missing or
 * unusable
 */
export async function readDesign(request: ImageRequest, call: LogoCall): Promise<Design> {
  const [error] = [...findTransparencyErrors(request), ...findColourErrors(request)];
  if (error) throw error;
  return { ...readStyle(request), logo: await readLogo(request, call) };
}

/** Reads the design of a request without its logo. The colours of each eye default to those of all eyes, these to the foreground. */
export function readStyle(request: ImageRequest): Omit<Design, 'logo'> {
  const outer = request.eye_outer_color;
  const inner = request.eye_inner_color;
  return {
    foreground: request.foreground_color,
    background: request.background_color,
    gradient: readGradient(request),
    eyes: [
      { outer: request.eye1_outer_color ?? outer, inner: request.eye1_inner_color ?? inner },
      { outer: request.eye2_outer_color ?? outer, inner: request.eye2_inner_color ?? inner },
      { outer: request.eye3_outer_color ?? outer, inner: request.eye3_inner_color ?? inner },
    ],
    margin: request.margin,
    body: request.body_style,
    eye: { frame: request.eye_style, ball: request.eye_ball_style ?? defaultBall(request.eye_style) },
    logoShare: request.logo_size / 100,
    frame: readFrame(request),
  };
}

/** Returns the error of a transparent JPG. */
export function findTransparencyErrors(request: ImageRequest): ApiError[] {
  const { image_format, background_color, frame_name, transparent_corners } = request;
  const isTransparent = background_color === TRANSPARENT || (transparent_corners && frame_name !== 'no-frame');
  return isTransparent && image_format === 'JPG' ? [errors.qrNotTransparent()] : [];
}

const readGradient = (request: ImageRequest): GradientDesign | undefined =>
  request.gradient_color === undefined
    ? undefined
    : {
        kind: request.gradient_type,
        colours: [request.foreground_color, request.gradient_color],
        angle: request.gradient_angle,
      };

/** Caption of frames without text and icon. */
const DEFAULT_CAPTION = 'SCAN ME';

function readFrame(request: ImageRequest): FrameDesign | undefined {
  if (request.frame_name === 'no-frame') return undefined;
  const text = request.frame_text ?? (request.frame_icon_name ? undefined : DEFAULT_CAPTION);
  const { frame_icon_name: icon, frame_text_color: colour, frame_font: font } = request;
  const caption = { text, icon, colour, font };
  return {
    name: request.frame_name,
    colour: request.frame_color,
    caption,
    isCutOut: request.transparent_corners ?? request.image_format !== 'JPG',
  };
}

/**
 * Reads the logo of a request.
 *
 * @throws ApiError if an uploaded logo is missing or unusable
 */
export async function readLogo(request: ImageRequest, call: LogoCall): Promise<Logo | undefined> {
  switch (request.qr_code_logo) {
    case 'no-logo':
      return undefined;
    case 'scan-me':
      return scanMeLogo('disc');
    case 'scan-me-square':
      return scanMeLogo('box');
    case 'icon':
      return readIcon(request, 'disc');
    case 'icon-square':
      return readIcon(request, 'box');
    case 'upload':
      return uploadedLogo(request, call);
  }
}

function readIcon({ logo_icon_name: name, logo_color: colour }: ImageRequest, shape: Logo['shape']): Logo {
  if (!name) throw errors.qrLogoIconRequired();
  if (readIconPaths(name).length === 0) throw errors.qrLogoIconUnknown({ icon: name });
  return iconLogo(shape, name, colour);
}
