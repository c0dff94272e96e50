import { generateExperience } from '../../shared/contract/catalogue/qr-experience.js';
import { readFields } from '../../shared/contract/input.js';
import { readExperience as errand } from '../../shared/queue/errands.js';
import { handleErrand } from '../handle.js';
import { readExperience } from '../lib/experience/read-experience.js';

/** What is edited is read by the contract under which it was made, and by the same reader. */
export default handleErrand(errand, (input, call) =>
  readExperience(readFields(generateExperience.request, input, 422), call),
);
