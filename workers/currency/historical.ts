import { historical } from '../../shared/contract/catalogue/currency.js';
import { errors } from '../../shared/contract/errors.js';
import { utcDay } from '../../shared/process/clock.js';
import { handle } from '../handle.js';
import { findPair } from '../lib/currencies/currencies.js';
import { addDays, daysApart } from '../lib/rates/days.js';
import { dailyRates } from '../lib/rates/history.js';

const DEFAULT_DAYS = 30;
const LONGEST_DAYS = 365;

export default handle(historical, async (input, call) => {
  const today = utcDay(call.clock.now());
  const end = input.end_date ?? today;
  const start = input.start_date ?? addDays(end, -DEFAULT_DAYS);
  if (start > end) throw errors.dateRangeReversed();
  if (daysApart(start, end) > LONGEST_DAYS) throw errors.dateRangeTooLong();
  if (end > today) throw errors.dateInFuture({ field: 'end_date' });

  const { from, to } = findPair(input);
  const rates = await dailyRates(call, { from: from.code, to: to.code }, start, end);
  return { from: from.code, to: to.code, start_date: start, end_date: end, rates, count: rates.length };
});
