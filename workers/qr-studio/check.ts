import { ApiError, type Problem } from '../../shared/contract/api-error.js';
import { imageFields } from '../../shared/contract/catalogue/qr-image.js';
import { object } from '../../shared/contract/fields.js';
import { readFields } from '../../shared/contract/input.js';
import { checkDraft } from '../../shared/queue/internal-jobs.js';
import { type Call, handleInternal } from '../handle.js';
import { readDesign } from '../lib/qr/design.js';
import { readPage, readText } from '../lib/qr-studio/draft-content.js';
import { listProblems, readValidParts } from '../lib/qr-studio/read-valid-parts.js';

const image = object(imageFields);

/** Finds the fields of a draft that publishing it would refuse. */
export default handleInternal(checkDraft, async ({ design, ...draft }, call) => {
  const content = await collect(async () => {
    if (draft.kind === 'page') await readPage(draft.type, draft.body, call);
    else await readText(draft, call);
  });
  return { content: content.map(toResult), design: (await checkDesign(design, call)).map(toResult) };
});

/** Returns the problems that a read throws. */
async function collect(read: () => Promise<unknown>): Promise<readonly Problem[]> {
  try {
    await read();
    return [];
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return listProblems(error);
    throw error;
  }
}

/** Checks the values of all fields, and then how those that are valid go together. */
async function checkDesign(design: object, call: Call): Promise<readonly Problem[]> {
  const { read, problems } = await readValidParts(design, (fields) => readFields(image, fields, 422));
  if (!read) return problems;
  return [...problems, ...(await collect(() => readDesign(read, call)))];
}

const toResult = ({ param, message }: Problem) => ({ param, message });
