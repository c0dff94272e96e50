import { generateExperience } from '../../shared/contract/catalogue/qr-experience.js';
import { readFields } from '../../shared/contract/input.js';
import { readExperience as job } from '../../shared/queue/internal-jobs.js';
import { handleInternal } from '../handle.js';
import { readPageContent } from '../lib/pages/read-content.js';

/** Validates the content of an edit like that of a new page. */
export default handleInternal(job, (input, call) =>
  readPageContent(readFields(generateExperience.request, input, 422), call),
);
