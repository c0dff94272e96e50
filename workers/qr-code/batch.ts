import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import { toCredits } from '../../shared/contract/amounts.js';
import { isServerFault } from '../../shared/contract/api-error.js';
import { BATCH, CUT_OFF_BEFORE_DEADLINE_MS } from '../../shared/contract/bounds.js';
import { batch } from '../../shared/contract/catalogue/qr-code.js';
import type { Input, Output } from '../../shared/contract/contract.js';
import { asApiError, errors } from '../../shared/contract/errors.js';
import { type Call, handle } from '../handle.js';
import { type Design, readDesign } from '../lib/qr/design.js';
import { saveFile } from '../lib/qr/make-image.js';
import { render } from '../lib/qr/render.js';

type Request = Input<typeof batch>;
type Row = Request['rows'][number];
type Failure = Output<typeof batch>['failed'][number];

/** Drawings up to so many bytes shrink to a tenth; larger ones hold a picture. */
const COMPRESSED = 512 * 1024;

/** What is left of the call's time for the archive to be closed and kept, in ms. */
const KEEPING_MS = 4_000;

export default handle(batch, async (input, call) => {
  const design = await readDesign({ ...input, download: false, save: true }, call);
  const archive = new ZipFile();
  const { made, failed } = await makeCodes(input, design, call, archive);
  // What asks for nothing that can be made is paid as any wrong input is.
  const credits = batch.cost * Math.max(made, 1);
  call.charge(credits);
  const answer = { made, credits: toCredits(credits), mime: 'application/zip', bytes: 0, failed };
  if (made === 0) return answer;
  archive.end();
  const bytes = await buffer(archive.outputStream);
  const { url, path } = await saveFile({ mime: answer.mime, ext: 'zip', bytes }, input, call);
  return { ...answer, bytes: bytes.length, file_url: url, file_path: path };
});

/** Makes one code after the other, so that other calls come between them, for as long as there is time and room. */
async function makeCodes(input: Request, design: Design, { deadline, clock }: Call, archive: ZipFile) {
  const failed: Failure[] = [];
  const nameFor = namesBy(input.name_pattern, input.rows.length);
  const last = deadline.getTime() - CUT_OFF_BEFORE_DEADLINE_MS - KEEPING_MS;
  let room: number = BATCH.bytes;
  for (const [at, row] of input.rows.entries()) {
    try {
      if (clock.now().getTime() > last) throw errors.qrBatchOutOfTime();
      const look = { ...design, ...(row.frame_text && withCaption(design, row.frame_text)) };
      const { bytes, ext } = await render(row.qr_code_text, look, input.image_format, input.image_width);
      if (bytes.length > room) throw errors.qrBatchFull({ limit: BATCH.bytes / 1024 ** 2 });
      room -= bytes.length;
      // Pictures are compressed already, and so is nearly all of a drawing that has one in it.
      archive.addBuffer(bytes, `${nameFor(row, at + 1)}.${ext}`, {
        compress: ext === 'svg' && bytes.length < COMPRESSED,
        mtime: clock.now(),
      });
    } catch (thrown) {
      failed.push({ row: at + 1, ...refusalIn(thrown) });
    }
    await turn();
  }
  return { made: input.rows.length - failed.length, failed };
}

const withCaption = ({ frame }: Design, text: string): Partial<Design> =>
  frame ? { frame: { ...frame, caption: { ...frame.caption, text } } } : {};

/** @throws what is no fault of the row: then all of the call has failed */
function refusalIn(thrown: unknown): Omit<Failure, 'row'> {
  const error = asApiError(thrown);
  if (isServerFault(error)) throw error;
  return { error: error.message, type: error.type, ...(error.param === undefined ? {} : { param: error.param }) };
}

/**
 * Names for the files of an archive, by a pattern: each of its own on every system, whatever its letter case.
 *
 * @param count of all rows: their numbers have as many digits
 */
function namesBy(pattern: string, count: number): (row: Row, number: number) => string {
  const taken = new Set<string>();
  return ({ name = '', qr_code_text }, number) => {
    const n = String(number).padStart(String(count).length, '0');
    const values: Readonly<Record<string, string>> = { n, name, text: qr_code_text };
    const filled = pattern.replace(/\{(n|name|text)\}/g, (_, field: string) => values[field] ?? '');
    const wanted = fileName(filled) || `qr-${n}`;
    let free = wanted;
    while (taken.has(free.toLowerCase())) free = `${free}-${n}`;
    taken.add(free.toLowerCase());
    return free;
  };
}

/** Without what some system does not take in the name of a file, folders included. */
const fileName = (wish: string): string =>
  wish
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, '-')
    .replace(/^[\s.-]+|[\s.-]+$/g, '')
    .slice(0, BATCH.nameCharacters)
    .trimEnd();
