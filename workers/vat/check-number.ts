import { checkVatNumber } from '../../shared/queue/internal-jobs.js';
import { handleInternal } from '../handle.js';
import { loadProfiles } from './countries.js';

/** By its form alone: whether somebody has the number, only its country's register knows. */
export default handleInternal(checkVatNumber, ({ number }) => {
  const of = [...loadProfiles().values()].find(
    ({ vat_number_format: format }) => format && new RegExp(format).test(number),
  );
  return { country: of?.code ?? null };
});
