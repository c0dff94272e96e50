import { computeBrightness, computeContrast, computeLuminance, mix, parseChannels } from '../../../shared/colour.js';
import type { ApiError } from '../../../shared/contract/api-error.js';
import type { ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import { errors } from '../../../shared/contract/errors.js';
import { effectiveBackground } from './drawing.js';
import { gradientSteps } from './gradient.js';

/** Minimum contrast between dark and light for scanners. */
const LEAST_CONTRAST = 3;

/** Number of colours of a gradient that are checked: the darkest or lightest can be anywhere. */
const CHECKED_STEPS = 9;

/**
 * Minimum distance of a colour from the background, as a share of the distance of the strongest colour. Decoders take for dark what
 * is below the middle between the darkest and the lightest pixel.
 */
const LEAST_STRENGTH = 0.6;

const EYES = ['eye1', 'eye2', 'eye3'] as const;

/** Request fields whose colours are part of a code. */
type ColourField =
  | 'foreground_color'
  | 'gradient_color'
  | 'eye_outer_color'
  | 'eye_inner_color'
  | `${(typeof EYES)[number]}_${'outer' | 'inner'}_color`;

/** Colours of a request: those of a code, and the one under it. */
export type ColourRequest = Pick<ImageRequest, ColourField | 'background_color'>;

interface Painted {
  readonly field: ColourField;
  readonly colour: string;
}

/** Returns the colours that a code is painted in, with the field that sets each. */
function paintedColours(request: ColourRequest): Painted[] {
  const { foreground_color: foreground, gradient_color: end } = request;
  const body: Painted[] = [{ field: 'foreground_color', colour: foreground }];
  if (end) {
    const steps = gradientSteps({ colours: [foreground, end] }, CHECKED_STEPS);
    body.push(...[end, ...steps].map((colour) => ({ field: 'gradient_color', colour }) as const));
  }
  const eyes = EYES.flatMap((eye) =>
    (['outer', 'inner'] as const).map((part): Painted => {
      const fields: ColourField[] = [`${eye}_${part}_color`, `eye_${part}_color`];
      const field = fields.find((name) => request[name] !== undefined) ?? 'foreground_color';
      return { field, colour: request[field] ?? foreground };
    }),
  );
  return [...body, ...eyes];
}

interface Unreadable extends Painted {
  /** Contrast with the background, if that of the foreground is too low. */
  readonly ratio?: number;
}

/** Finds a colour that decoders would miss. */
function findUnreadable(request: ColourRequest): Unreadable | undefined {
  const { foreground_color: foreground } = request;
  const background = effectiveBackground(request.background_color);
  const ratio = computeContrast(foreground, background);
  if (ratio < LEAST_CONTRAST) return { field: 'foreground_color', colour: foreground, ratio };
  const side = Math.sign(computeLuminance(background) - computeLuminance(foreground));
  const strength = (colour: string) => side * (computeBrightness(background) - computeBrightness(colour));
  const painted = paintedColours(request);
  const strongest = Math.max(...painted.map(({ colour }) => strength(colour)));
  return painted.find(
    ({ colour }) =>
      computeContrast(colour, background) < LEAST_CONTRAST || strength(colour) < LEAST_STRENGTH * strongest,
  );
}

/** Steps in which a colour is darkened and lightened. */
const SHADES = 100;

/** Returns the nearest darker or lighter shade of a colour that is accepted. */
function nearestShade(colour: string, isAccepted: (shade: string) => boolean): string | undefined {
  const shades = ['#000000', '#ffffff'].flatMap((end) => {
    const all = Array.from({ length: SHADES }, (_, step) => mix(colour, end, (step + 1) / SHADES));
    return all.find(isAccepted) ?? [];
  });
  return shades.sort((a, b) => distance(colour, a) - distance(colour, b))[0];
}

const distance = (a: string, b: string): number => {
  const others = parseChannels(b);
  return Math.hypot(...parseChannels(a).map((value, at) => value - (others[at] ?? 0)));
};

/** Returns the nearest colour of a field with which all are readable, or, if others are not, at least its own. */
function findNearest(request: ColourRequest, { field, colour }: Unreadable): string {
  const problemWith = (shade: string) => findUnreadable({ ...request, [field]: shade });
  return (
    nearestShade(colour, (shade) => problemWith(shade) === undefined) ??
    nearestShade(colour, (shade) => problemWith(shade)?.field !== field) ??
    request.foreground_color
  );
}

/** Returns the errors of the colours of a request, each with the nearest colour that would do, given those of the errors before it. */
export function findColourErrors(request: ColourRequest): ApiError[] {
  const found: ApiError[] = [];
  let rest = request;
  for (const _ of paintedColours(request)) {
    const unreadable = findUnreadable(rest);
    if (!unreadable) break;
    const { field, colour, ratio } = unreadable;
    const nearest = findNearest(rest, unreadable);
    found.push(
      ratio === undefined
        ? errors.qrColourUnreadable({ field, colour, nearest })
        : errors.qrContrastTooLow({ ratio: ratio.toFixed(2), nearest }),
    );
    rest = { ...rest, [field]: nearest };
  }
  return found;
}
