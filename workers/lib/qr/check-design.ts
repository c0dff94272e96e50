import { ApiError } from '../../../shared/contract/api-error.js';
import type { ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import { findTransparencyErrors, readLogo, readStyle } from './design.js';
import { findColourErrors } from './readable-colours.js';
import { checkCaption, encodeFor, findRenderErrors } from './render.js';
import type { LogoCall } from './uploaded-logo.js';

/** A reason for which a design would be refused. */
export interface DesignProblem {
  /** Request field, e.g. `foreground_color`. */
  readonly param: string;
  readonly message: string;
  /** Nearest value of the field that would be accepted. */
  readonly nearest?: string;
}

/**
 * Checks a design for a text without drawing it, and returns all problems at once; none if the image would be drawn. Problems with colours
 * build on each other: with all their nearest values, the colours are accepted.
 *
 * @example
 * const problems = await checkDesign(readInput(generate, { qr_code_text: text, ...design }), text, call);
 * // [{ param: 'foreground_color', message: '…', nearest: '#1a6b8f' }]
 */
export async function checkDesign(request: ImageRequest, text: string, call: LogoCall): Promise<DesignProblem[]> {
  const found: ApiError[] = [...findTransparencyErrors(request), ...findColourErrors(request)];
  const attempt = async <T>(run: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      found.push(error);
      return undefined;
    }
  };
  const design = { ...readStyle(request), logo: await attempt(() => readLogo(request, call)) };
  const matrix = await attempt(() => encodeFor(text, design));
  if (matrix) found.push(...findRenderErrors(matrix, design, request.image_format, request.image_width));
  await attempt(() => checkCaption(design));
  return found.flatMap(toProblems);
}

const toProblems = ({ problems, message, param = 'qr_code_logo' }: ApiError): DesignProblem[] =>
  problems.length === 0
    ? [{ param, message }]
    : problems.map(({ param, message, nearest }) => ({ param, message, ...(nearest && { nearest }) }));
