import { generate } from '../../shared/contract/catalogue/qr-code.js';
import { readInput } from '../../shared/contract/input.js';
import { handle, type Resources } from '../handle.js';
import { publishPage } from '../lib/pages/publish.js';
import { readPageContent } from '../lib/pages/read-content.js';
import { type ImageCall, makeImage } from '../lib/qr/make-image.js';
import { readOwnPicturesOnly } from '../lib/qr/raster.js';

export default handle(
  generate,
  async (input, call) => {
    const { type, qr_code_text: text = '', page } = input;
    if (type === 'page') return (await publishPage(await readPageContent({ type, page }, call), input, call)).image;
    return makeImage({ text, type, scanUrl: urlIn(text), page: null }, input, call);
  },
  warmUp,
);

/** The text itself when a scanner would open it as a web page. */
const urlIn = (text: string): string | null => (/^https?:\/\//i.test(text) && URL.canParse(text) ? text : null);

/** The first image loads the renderer's native parts and the caption font; the decoder's child takes longer to start. */
async function warmUp(resources: Resources): Promise<void> {
  readOwnPicturesOnly();
  const input = readInput(generate, { qr_code_text: 'warm up', image_format: 'PNG', qr_code_logo: 'scan-me' });
  const call: ImageCall = { ...resources, requestId: 'warm up', account: 'warm up', signal: AbortSignal.abort() };
  await Promise.all([
    makeImage({ text: 'warm up', type: 'text', scanUrl: null, page: null }, input, call),
    resources.pictures.warmUp(),
  ]);
}
