import { Readable } from 'node:stream';
import Type from 'typebox';
import { ZipFile } from 'yazl';
import { BATCHES } from '../../shared/contract/bounds.js';
import { conforms } from '../../shared/contract/input.js';
import type { ResultRow } from './csv/index.js';

const image = Type.Object({ data_base64: Type.String(), ext: Type.String() });

/** Default pattern of the names of files. */
export const DEFAULT_PATTERN = 'qr-{n}';

/** Maximum size of SVGs that are compressed, in bytes; larger ones contain a picture. */
const COMPRESSED = 512 * 1024;

/**
 * Writes the images of results into a ZIP archive, one at a time: each is read when the one before it has been written, unless the archive is
 * no longer read.
 *
 * @param count number of all items, for the digits of their numbers
 */
export function writeZip(rows: AsyncIterable<ResultRow>, pattern: string, count: number, mtime: Date): Readable {
  const archive = new ZipFile();
  const output = Readable.from(archive.outputStream, { objectMode: false });
  addImages(archive, rows, fileNamer(pattern, count), mtime, output).then(
    () => archive.end(),
    (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return output;
}

async function addImages(
  archive: ZipFile,
  rows: AsyncIterable<ResultRow>,
  nameFile: ReturnType<typeof fileNamer>,
  mtime: Date,
  output: Readable,
): Promise<void> {
  const closed = new Promise<void>((resolve) => output.once('close', resolve));
  let number = 0;
  for await (const { values, status, body } of rows) {
    number += 1;
    if (status >= 400 || !conforms(image, body)) continue;
    const bytes = Buffer.from(body.data_base64, 'base64');
    const options = { mtime, compress: body.ext === 'svg' && bytes.length < COMPRESSED };
    await Promise.race([addFile(archive, `${nameFile(values, number)}.${body.ext}`, bytes, options), closed]);
    if (output.destroyed) return;
  }
}

/** Adds a file, and waits until it has been read. */
const addFile = (archive: ZipFile, name: string, bytes: Buffer, options: { mtime: Date; compress: boolean }) =>
  new Promise<void>((resolve) => {
    archive.addReadStreamLazy(name, options, (use) => {
      use(null, Readable.from([bytes]).on('close', resolve));
    });
  });

/**
 * Returns a function that names files by a pattern, uniquely without regard to case. `{n}` is the number of the item, `{text}` its
 * `qr_code_text`, and any other name a column of it.
 *
 * @param count number of all items
 */
function fileNamer(pattern: string, count: number) {
  const taken = new Set<string>();
  return (values: Readonly<Record<string, string>>, number: number): string => {
    const n = String(number).padStart(String(count).length, '0');
    const known = new Map(Object.entries({ text: values.qr_code_text ?? '', ...values, n }));
    const filled = pattern.replace(/\{([^{}]+)\}/g, (_, field: string) => known.get(field) ?? '');
    let free = toFileName(filled) || `qr-${n}`;
    while (taken.has(free.toLowerCase())) free = `${free}-${n}`;
    taken.add(free.toLowerCase());
    return free;
  };
}

/** Removes what some system does not allow in file names. */
const toFileName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, '-')
    .replace(/^[\s.-]+|[\s.-]+$/g, '')
    .slice(0, BATCHES.nameCharacters)
    .trimEnd();
