import { findContentExample, SAMPLES_URL } from '../../features/pages/index.js';
import { isPageType } from '../../shared/contract/hosted-pages/page-types.js';
import { pagesUrl } from '../../shared/process/config.js';
import { readDraftPage } from '../../shared/queue/internal-jobs.js';
import { type Call, handleInternal } from '../handle.js';
import { readPage } from '../lib/qr-studio/draft-content.js';
import { type PathPart, readValidParts } from '../lib/qr-studio/read-valid-parts.js';

/**
 * Reads a draft of a page for its preview. A block that is incomplete is left out; the content of other types shows the values of their
 * example where a field is missing.
 */
export default handleInternal(readDraftPage, async ({ type, body }, call) => {
  const whole = type === 'page' ? { ...body, page: { version: 1, ...Object(body.page) } } : { content: {}, ...body };
  const { read } = await readValidParts(
    whole,
    (fields) => readPage(type, fields, call),
    createExampleReader(type, call),
  );
  return read ?? { title: '', page: { version: 1, blocks: [] }, target: null };
});

/** Returns the values of the example of a type, by their path. */
function createExampleReader(type: string, { config }: Call): (path: readonly PathPart[]) => unknown {
  if (!isPageType(type) || type === 'page') return () => undefined;
  const example: unknown = JSON.parse(
    JSON.stringify(findContentExample(type)).replaceAll(SAMPLES_URL, `${pagesUrl(config)}/assets/samples/`),
  );
  return ([first, name, ...deeper]) =>
    first === 'content' && name !== undefined && deeper.length === 0 ? Object(example)[name] : undefined;
}
