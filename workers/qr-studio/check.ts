import { ApiError } from '../../shared/contract/api-error.js';
import { imageFields } from '../../shared/contract/catalogue/qr-image.js';
import { object } from '../../shared/contract/fields.js';
import { readFields } from '../../shared/contract/input.js';
import { checkDraft, type ResultOf } from '../../shared/queue/internal-jobs.js';
import { type Call, handleInternal } from '../handle.js';
import { checkDesign } from '../lib/qr/check-design.js';
import { readDesign } from '../lib/qr/design.js';
import type { EncodedContent } from '../lib/qr-content/encode-content.js';
import { renderContent } from '../lib/qr-content/render-content.js';
import { createPlaceholder, readPage, readText } from '../lib/qr-studio/draft-content.js';
import { listProblems, readValidParts } from '../lib/qr-studio/read-valid-parts.js';

const image = object(imageFields);

type Problems = ResultOf<typeof checkDraft>['content'];

/** Finds the fields of a draft that publishing it would refuse. */
export default handleInternal(checkDraft, async ({ design, ...draft }, call) => {
  let encoded: EncodedContent = { text: createPlaceholder('') };
  const content = await collect(async () => {
    if (draft.kind === 'page') await readPage(draft.type, draft.body, call);
    encoded = await readText(draft, call);
  });
  return { content, design: await checkWhole(design, encoded, call) };
});

/** Returns the problems that a read throws. */
async function collect(read: () => Promise<unknown>): Promise<Problems> {
  try {
    await read();
    return [];
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return listProblems(error).map(({ param, message }) => ({ param, message }));
  }
}

/** Checks the values of all fields, and then how those that are valid go together, and with a standard of the content. */
async function checkWhole(design: object, { text, standard }: EncodedContent, call: Call): Promise<Problems> {
  const { read, problems } = await readValidParts(design, (fields) => readFields(image, fields, 422));
  const invalid = problems.map(({ param, message }) => ({ param, message }));
  if (!read) return invalid;
  const found = await checkDesign(read, text, call);
  if (!standard || found.length > 0) return [...invalid, ...found];
  return [
    ...invalid,
    ...(await collect(async () => renderContent({ text, standard }, await readDesign(read, call), read))),
  ];
}
