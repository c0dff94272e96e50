import { checkVatNumber } from '../../shared/queue/internal-jobs.js';
import { handleInternal } from '../handle.js';
import { loadProfiles } from './countries.js';

/** Finds the country of a VAT number by its format; whether it exists, only the register of the country knows. */
export default handleInternal(checkVatNumber, ({ number }) => {
  const of = [...loadProfiles().values()].find(
    ({ vat_number_format: format }) => format && new RegExp(format).test(number),
  );
  return { country: of?.code ?? null };
});
