import { generateExperience } from '../../shared/contract/catalogue/qr-experience.js';
import { readFields } from '../../shared/contract/input.js';
import { readExperience as job } from '../../shared/queue/internal-jobs.js';
import { handleInternal } from '../handle.js';
import { readPageContent } from '../lib/pages/read-experience.js';

/** What is edited is read by the contract under which it was made, and by the same reader. */
export default handleInternal(job, (input, call) =>
  readPageContent(readFields(generateExperience.request, input, 422), call),
);
