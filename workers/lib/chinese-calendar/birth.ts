import { errors } from '../../../shared/contract/errors.js';
import { type ChineseYear, chineseYear, chineseYearOf } from './year.js';

/**
 * The lunar year of a birth: by the date and the real new year when there is a date, else the year as given.
 *
 * @throws ApiError 422 when neither was given
 */
export function chineseBirth(told: { readonly birth_year?: number; readonly birth_date?: string }): ChineseYear {
  if (told.birth_date !== undefined) return chineseYearOf(told.birth_date);
  if (told.birth_year !== undefined) return chineseYear(told.birth_year);
  throw errors.birthYearOrDateRequired();
}

/** A lunar year as answers carry it. */
export const asComputed = ({ animal, element, year, yinYang }: ChineseYear) => ({
  animal,
  element,
  year,
  yin_yang: yinYang,
});
