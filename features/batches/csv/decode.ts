import { errors } from '../../../shared/contract/errors.js';

/** Signatures of files that are no text: XLSX and ODS (ZIP archives), XLS, PDF. */
const BINARY: readonly (readonly [signature: readonly number[], name: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a spreadsheet'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'a spreadsheet'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
];

/**
 * Decodes a CSV file: UTF-8, UTF-16 with a byte order mark or mostly of Latin letters, otherwise Windows-1252, in which older versions of
 * Excel save.
 *
 * @throws ApiError 422 for a file that is no text
 */
export function decodeCsv(bytes: Uint8Array): string {
  const [, name] = BINARY.find(([signature]) => signature.every((byte, index) => bytes[index] === byte)) ?? [];
  if (name) throw errors.csvInvalid({ problem: `it is ${name}. Save it as CSV (UTF-8) first` });
  const text = decode(bytes);
  if (text.includes('\0')) throw errors.csvInvalid({ problem: 'it contains characters that are no text' });
  return text;
}

function decode(bytes: Uint8Array): string {
  const wide = findUtf16(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // As a stream, since Node.js 20 decodes a whole text as Latin-1, without the euro sign.
    return new TextDecoder('windows-1252').decode(bytes, { stream: true });
  }
}

/** Returns the byte order of UTF-16 by its mark, or by the zero bytes of Latin letters; undefined for other encodings. */
function findUtf16([first, second, third, fourth]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first && second === 0 && third && fourth === 0) return 'utf-16le';
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be';
  return undefined;
}
