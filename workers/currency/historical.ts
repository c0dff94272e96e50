import { historical, LONGEST_PAGE } from '../../shared/contract/catalogue/currency.js';
import { errors } from '../../shared/contract/errors.js';
import { addDays, countDays } from '../../shared/days.js';
import { utcDay } from '../../shared/process/clock.js';
import { handle } from '../handle.js';
import { type Currency, findPair } from '../lib/currencies/currencies.js';
import { findHistory } from '../lib/rates/history.js';
import { FIRST_REFERENCE_DAY } from '../lib/rates/reference-rates.js';

const DEFAULT_DAYS = 30;
const LONGEST_DAYS = 365;

export default handle(historical, async (input, call) => {
  const today = utcDay(call.clock.now());
  const end = input.end_date ?? today;
  const start = input.start_date ?? addDays(end, -DEFAULT_DAYS);
  const isPaged = input.limit !== undefined || input.cursor !== undefined;
  if (start > end) throw errors.dateRangeReversed();
  if (!isPaged && countDays(start, end) > LONGEST_DAYS) throw errors.dateRangeTooLong();
  if (end > today) throw errors.dateInFuture({ field: 'end_date' });

  const { from, to } = findPair(input);
  const pair = { from: from.code, to: to.code };
  const [first, last] = isPaged ? choosePage(input, [from, to], start, end) : [start, end];
  const { source, points: rates = [] } = first > last ? {} : await findHistory(call, pair, first, last, isPaged);
  return {
    ...{ ...pair, start_date: start, end_date: end, ...(source ? { source } : {}), rates, count: rates.length },
    ...(isPaged ? { next_cursor: last < end ? addDays(last, 1) : null } : {}),
  };
});

/** Returns the first and last day of a page; pages begin when both currencies have rates. */
function choosePage(
  { limit = LONGEST_PAGE, cursor = '' }: { limit?: number; cursor?: string },
  currencies: readonly Currency[],
  start: string,
  end: string,
): [first: string, last: string] {
  const earliest = [start, cursor, FIRST_REFERENCE_DAY, ...currencies.map(({ first_day }) => first_day ?? '')];
  const first = earliest.reduce((latest, day) => (day > latest ? day : latest));
  const last = addDays(first, limit - 1);
  return [first, last < end ? last : end];
}
