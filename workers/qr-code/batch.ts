import { buffer } from 'node:stream/consumers';
import { setImmediate as giveWay } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import { toCredits } from '../../shared/contract/amounts.js';
import { isServerFault } from '../../shared/contract/api-error.js';
import { BATCH, CUT_OFF_BEFORE_DEADLINE_MS } from '../../shared/contract/bounds.js';
import { batch } from '../../shared/contract/catalogue/qr-code.js';
import type { Input, Output } from '../../shared/contract/contract.js';
import { asApiError, errors } from '../../shared/contract/errors.js';
import { isDirectType } from '../../shared/contract/qr-content/contents.js';
import { type Call, handle } from '../handle.js';
import { type Design, readDesign } from '../lib/qr/design.js';
import { saveFile } from '../lib/qr/make-image.js';
import { type EncodedContent, encodeContent } from '../lib/qr-content/encode-content.js';
import { renderContent } from '../lib/qr-content/render-content.js';

type Request = Input<typeof batch>;
type Row = Request['rows'][number];
type Failure = Output<typeof batch>['failed'][number];

/** Maximum size of SVGs that are compressed, in bytes; larger ones contain a picture. */
const COMPRESSED = 512 * 1024;

/** Time before the deadline to close and save the archive, in ms. */
const SAVE_MS = 4_000;

export default handle(batch, async (input, call) => {
  const design = await readDesign({ ...input, download: false, save: true }, call);
  const archive = new ZipFile();
  const { made, failed } = await makeCodes(input, design, call, archive);
  // A batch without a valid code costs as much as an invalid request.
  const credits = batch.cost * Math.max(made, 1);
  call.charge(credits);
  const answer = { made, credits: toCredits(credits), mime: 'application/zip', bytes: 0, failed };
  if (made === 0) return answer;
  archive.end();
  const bytes = await buffer(archive.outputStream);
  const { url, path } = await saveFile({ mime: answer.mime, ext: 'zip', bytes }, input, call);
  return { ...answer, bytes: bytes.length, file_url: url, file_path: path };
});

/** Creates the codes one by one, giving way to other jobs, while there is time and room. */
async function makeCodes(input: Request, design: Design, { deadline, clock }: Call, archive: ZipFile) {
  const failed: Failure[] = [];
  const nameFor = fileNamer(input.name_pattern, input.rows.length);
  const last = deadline.getTime() - CUT_OFF_BEFORE_DEADLINE_MS - SAVE_MS;
  let room: number = BATCH.bytes;
  for (const [at, row] of input.rows.entries()) {
    try {
      if (clock.now().getTime() > last) throw errors.qrBatchOutOfTime();
      const look = { ...design, ...(row.frame_text && withCaption(design, row.frame_text)) };
      const { bytes, ext } = await renderContent(encodeRow(row), look, input);
      if (bytes.length > room) throw errors.qrBatchFull({ limit: BATCH.bytes / 1024 ** 2 });
      room -= bytes.length;
      // Pictures are already compressed.
      archive.addBuffer(bytes, `${nameFor(row, at + 1)}.${ext}`, {
        compress: ext === 'svg' && bytes.length < COMPRESSED,
        mtime: clock.now(),
      });
    } catch (thrown) {
      failed.push({ row: at + 1, ...toFailure(thrown) });
    }
    await giveWay();
  }
  return { made: input.rows.length - failed.length, failed };
}

const encodeRow = ({ type, qr_code_text: text = '', content }: Row): EncodedContent =>
  isDirectType(type) ? encodeContent(type, content) : { text };

const withCaption = ({ frame }: Design, text: string): Partial<Design> =>
  frame ? { frame: { ...frame, caption: { ...frame.caption, text } } } : {};

/** @throws the error if it is not the fault of the row: then the whole batch fails */
function toFailure(thrown: unknown): Omit<Failure, 'row'> {
  const error = asApiError(thrown);
  if (isServerFault(error)) throw error;
  const { message, type, param, problems } = error;
  return {
    ...{ error: message, type },
    ...(param !== undefined && { param }),
    ...(problems.length > 1 && { errors: [...problems] }),
  };
}

/**
 * Returns a function that names files by a pattern, uniquely without regard to case.
 *
 * @param count number of all rows, for the digits of their numbers
 */
function fileNamer(pattern: string, count: number): (row: Row, number: number) => string {
  const taken = new Set<string>();
  return ({ name = '', qr_code_text = '' }, number) => {
    const n = String(number).padStart(String(count).length, '0');
    const values: Readonly<Record<string, string>> = { n, name, text: qr_code_text };
    const filled = pattern.replace(/\{(n|name|text)\}/g, (_, field: string) => values[field] ?? '');
    const wanted = toFileName(filled) || `qr-${n}`;
    let free = wanted;
    while (taken.has(free.toLowerCase())) free = `${free}-${n}`;
    taken.add(free.toLowerCase());
    return free;
  };
}

/** Removes what some system does not allow in file names. */
const toFileName = (wish: string): string =>
  wish
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, '-')
    .replace(/^[\s.-]+|[\s.-]+$/g, '')
    .slice(0, BATCH.nameCharacters)
    .trimEnd();
