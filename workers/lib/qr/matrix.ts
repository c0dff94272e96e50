import QRCode from 'qrcode';
import { errors } from '../../../shared/contract/errors.js';
import { applyBestMask } from './mask.js';
import { type ErrorCorrection, splitSegments } from './segments.js';

/** The modules of a code, without its quiet zone. */
export interface Matrix {
  readonly version: number;
  /** Modules along one side. */
  readonly size: number;
  /** True if the module is dark; modules outside are light. */
  dark(row: number, column: number): boolean;
  /** True if the module belongs to one of the three eyes (finder patterns). */
  inEye(row: number, column: number): boolean;
  /** Rows and columns of the centres of the alignment patterns. */
  readonly alignments: readonly (readonly [row: number, column: number])[];
}

/** Modules along one side of an eye. */
export const EYE_SIZE = 7;

/**
 * Encodes a text as the smallest QR code for it.
 *
 * @throws ApiError `qr_code_text is too long` if it does not fit at this level
 */
export function encode(text: string, level: ErrorCorrection, leastVersion = 1): Matrix {
  const segments = splitSegments(text, level);
  if (!segments) throw errors.qrTextTooLong();
  const smallest = createCode(segments, level);
  const code = smallest.version < leastVersion ? createCode(segments, level, leastVersion) : smallest;
  const { size } = code.modules;
  const data = applyBestMask(code.modules, level);
  return {
    version: code.version,
    size,
    alignments: alignmentCentres(code.version),
    dark: (row, column) => row >= 0 && column >= 0 && row < size && column < size && data[row * size + column] === 1,
    inEye: (row, column) =>
      (row < EYE_SIZE && (column < EYE_SIZE || column >= size - EYE_SIZE)) ||
      (row >= size - EYE_SIZE && column < EYE_SIZE),
  };
}

function createCode(segments: QRCode.QRCodeSegment[], level: ErrorCorrection, version?: number): QRCode.QRCode {
  try {
    return QRCode.create(segments, { errorCorrectionLevel: level, version, maskPattern: 0 });
  } catch (cause) {
    throw errors.qrTextTooLong({}, cause);
  }
}

/** Returns the centres of the alignment patterns of a version (ISO/IEC 18004:2015, annex E). */
export function alignmentCentres(version: number): [row: number, column: number][] {
  if (version === 1) return [];
  const [first, last] = [6, 4 * version + 10];
  const gaps = Math.floor(version / 7) + 1;
  const step = version === 32 ? 26 : 2 * Math.ceil((last - first) / (2 * gaps));
  const lines = [first, ...Array.from({ length: gaps }, (_, at) => last - (gaps - 1 - at) * step)];
  const isInEye = (row: number, column: number) =>
    (row === first && (column === first || column === last)) || (row === last && column === first);
  return lines.flatMap((row) =>
    lines.filter((column) => !isInEye(row, column)).map((column): [number, number] => [row, column]),
  );
}

/** Positions of the modules of a code in a drawing. */
export interface Grid {
  /** Side of one module. */
  readonly unit: number;
  /** Horizontal position of a column's left edge. */
  x(column: number): number;
  /** Vertical position of a row's upper edge. */
  y(row: number): number;
}

/** Share of the panel that whole-pixel modules must fill; otherwise modules have fractions of a pixel. */
const WORTH_ROUNDING = 0.85;

/** Size in pixels below which modules are always whole pixels: some decoders miss blurred ones. */
const TINY = 2.6;

/**
 * Lays out a code in pixels, centred on a square panel with its quiet zone. Modules are whole pixels wide if that leaves little of the
 * panel empty, otherwise fractions, and never rounded one by one: decoders measure a module by the width of an eye.
 *
 * @param modules modules along one side, without the quiet zone
 * @param quiet modules of the quiet zone
 */
export function pixelGrid(modules: number, left: number, top: number, panel: number, quiet: number): Grid {
  const exact = panel / (modules + 2 * quiet);
  const unit = exact < TINY || Math.floor(exact) / exact >= WORTH_ROUNDING ? Math.floor(exact) : exact;
  const margin = (panel - unit * modules) / 2;
  const [startX, startY] = [Math.round(left + margin), Math.round(top + margin)];
  return { unit, x: (column) => startX + column * unit, y: (row) => startY + row * unit };
}

/** Lays out a code with modules of the given side and a quiet zone of `quiet` modules, for vector formats. */
export const vectorGrid = (unit: number, left: number, top: number, quiet: number): Grid => ({
  unit,
  x: (column) => left + (quiet + column) * unit,
  y: (row) => top + (quiet + row) * unit,
});
