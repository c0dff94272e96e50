import { generate } from '../../shared/contract/catalogue/qr-code.js';
import { readInput } from '../../shared/contract/input.js';
import { isDirectType } from '../../shared/contract/qr-content/contents.js';
import { handle, type Resources } from '../handle.js';
import { publishPage } from '../lib/pages/publish.js';
import { readPageContent } from '../lib/pages/read-content.js';
import { type ImageCall, makeImage } from '../lib/qr/make-image.js';
import { restrictImageFormats } from '../lib/qr/raster.js';
import { encodeContent } from '../lib/qr-content/encode-content.js';

export default handle(
  generate,
  async (input, call) => {
    const { type, qr_code_text: text = '', content, page } = input;
    if (type === 'page') return (await publishPage(await readPageContent({ type, page }, call), input, call)).image;
    if (isDirectType(type)) {
      return makeImage({ ...encodeContent(type, content), type, scanUrl: null, page: null }, input, call);
    }
    return makeImage({ text, type, scanUrl: findUrl(text), page: null }, input, call);
  },
  warmUp,
);

/** Returns the text if a scanner would open it as a web page. */
const findUrl = (text: string): string | null => (/^https?:\/\//i.test(text) && URL.canParse(text) ? text : null);

/** Loads the native parts of the renderer and the caption font, and starts a decoder process. */
async function warmUp(resources: Resources): Promise<void> {
  restrictImageFormats();
  const input = readInput(generate, { qr_code_text: 'warm up', image_format: 'PNG', qr_code_logo: 'scan-me' });
  const call: ImageCall = { ...resources, requestId: 'warm up', account: 'warm up', signal: AbortSignal.abort() };
  await Promise.all([
    makeImage({ text: 'warm up', type: 'text', scanUrl: null, page: null }, input, call),
    resources.pictures.warmUp(),
  ]);
}
