import { brightness, contrastRatio, luminance } from '../../../shared/colour.js';
import type { ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import { errors } from '../../../shared/contract/errors.js';
import type { Caption } from './caption.js';
import { effectiveBackground, TRANSPARENT } from './drawing.js';
import type { EyeDesign } from './eye.js';
import { type GradientDesign, gradientSteps } from './gradient.js';
import { type Logo, scanMeLogo } from './logo.js';
import { type LogoCall, uploadedLogo } from './uploaded-logo.js';

/** Design of a code. Colours are hex. */
export interface Design {
  readonly foreground: string;
  /** Hex, or TRANSPARENT. */
  readonly background: string;
  /** Gradient of the foreground. */
  readonly gradient: GradientDesign | undefined;
  readonly body: ImageRequest['body_style'];
  readonly eye: EyeDesign;
  /** Colours of the eyes: top left, top right, bottom left. */
  readonly eyes: readonly [EyeColours, EyeColours, EyeColours];
  readonly logo: Logo | undefined;
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

/** Minimum contrast between dark and light for scanners. */
const LEAST_CONTRAST = 3;

/**
 * Reads the design of a request. The colours of each eye default to those of all eyes, these to the foreground.
 *
 * @throws ApiError if colours are too similar to scan, the format has no transparency, or the uploaded logo is missing or
 * unusable
 */
export async function readDesign(request: ImageRequest, call: LogoCall): Promise<Design> {
  refuseTransparentJpg(request);
  const { foreground_color: foreground, background_color: background } = request;
  const outer = request.eye_outer_color;
  const inner = request.eye_inner_color;
  const colours = {
    foreground,
    background,
    gradient: readGradient(request),
    eyes: [
      { outer: request.eye1_outer_color ?? outer, inner: request.eye1_inner_color ?? inner },
      { outer: request.eye2_outer_color ?? outer, inner: request.eye2_inner_color ?? inner },
      { outer: request.eye3_outer_color ?? outer, inner: request.eye3_inner_color ?? inner },
    ],
  } as const;
  refuseUnreadableColours(colours);
  return {
    ...colours,
    body: request.body_style,
    eye: { frame: request.eye_style, ball: request.eye_ball_style ?? request.eye_style },
    logo: await readLogo(request, call),
    frame: readFrame(request),
  };
}

function refuseTransparentJpg({ image_format, background_color, frame_name, transparent_corners }: ImageRequest): void {
  const isTransparent = background_color === TRANSPARENT || (transparent_corners && frame_name !== 'no-frame');
  if (isTransparent && image_format === 'JPG') throw errors.qrNotTransparent();
}

const readGradient = (request: ImageRequest): GradientDesign | undefined =>
  request.gradient_color === undefined
    ? undefined
    : {
        kind: request.gradient_type,
        colours: [request.foreground_color, request.gradient_color],
        angle: request.gradient_angle,
      };

/** Number of colours of a gradient that are checked: the darkest or lightest can be anywhere. */
const CHECKED_STEPS = 9;

/**
 * Minimum distance of a colour from the background, as a share of the distance of the strongest colour. Decoders take for dark what
 * is below the middle between the darkest and the lightest pixel.
 */
const LEAST_STRENGTH = 0.6;

function refuseUnreadableColours(design: Pick<Design, 'foreground' | 'background' | 'gradient' | 'eyes'>): void {
  const { foreground, gradient, eyes } = design;
  const background = effectiveBackground(design.background);
  const ratio = contrastRatio(foreground, background);
  if (ratio < LEAST_CONTRAST) throw errors.qrContrastTooLow({ ratio: ratio.toFixed(2) });
  const side = Math.sign(luminance(background) - luminance(foreground));
  const strength = (colour: string) => side * (brightness(background) - brightness(colour));
  const body = gradient ? [...gradient.colours, ...gradientSteps(gradient, CHECKED_STEPS)] : [foreground];
  const colours = [...body, ...eyes.flatMap(({ outer, inner }) => [outer ?? foreground, inner ?? foreground])];
  const strongest = Math.max(...colours.map(strength));
  const isReadable = (colour: string) =>
    contrastRatio(colour, background) >= LEAST_CONTRAST && strength(colour) >= LEAST_STRENGTH * strongest;
  const unreadable = colours.find((colour) => !isReadable(colour));
  if (unreadable) throw errors.qrColourUnreadable({ colour: unreadable });
}

/** Caption of frames without text and icon. */
const DEFAULT_CAPTION = 'SCAN ME';

function readFrame(request: ImageRequest): FrameDesign | undefined {
  if (request.frame_name === 'no-frame') return undefined;
  const text = request.frame_text ?? (request.frame_icon_name ? undefined : DEFAULT_CAPTION);
  const caption = { text, icon: request.frame_icon_name, colour: request.frame_text_color };
  return { name: request.frame_name, colour: request.frame_color, caption, isCutOut: request.transparent_corners };
}

async function readLogo(request: ImageRequest, call: LogoCall): Promise<Logo | undefined> {
  switch (request.qr_code_logo) {
    case 'no-logo':
      return undefined;
    case 'scan-me':
      return scanMeLogo('disc');
    case 'scan-me-square':
      return scanMeLogo('box');
    case 'upload':
      return uploadedLogo(request, call);
  }
}
