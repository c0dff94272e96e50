import { generateExperience } from '../../shared/contract/catalogue/qr-experience.js';
import { FileAnswer, handle } from '../handle.js';
import { publishPage } from '../lib/pages/publish.js';
import { readPageContent } from '../lib/pages/read-content.js';

export default handle(generateExperience, async (input, call) => {
  const content = await readPageContent(input, call);
  const { page, scanUrl, image } = await publishPage(content, input, call);
  if (image instanceof FileAnswer) return image;
  const { _id: id, code, title } = page;
  return { ...image, scan_url: scanUrl, experience: { id, code, type: input.type, title } };
});
