import { generateExperience } from '../../shared/contract/catalogue/qr-experience.js';
import { FileAnswer, handle } from '../handle.js';
import { publish } from '../lib/pages/publish.js';
import { readExperience } from '../lib/pages/read-experience.js';

export default handle(generateExperience, async (input, call) => {
  const content = await readExperience(input, call);
  const { experience, scanUrl, image } = await publish(content, input, call);
  if (image instanceof FileAnswer) return image;
  const { _id: id, code, title } = experience;
  return { ...image, scan_url: scanUrl, experience: { id, code, type: input.type, title } };
});
