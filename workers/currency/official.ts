import { ApiError } from '../../shared/contract/api-error.js';
import { official } from '../../shared/contract/catalogue/currency.js';
import { errors } from '../../shared/contract/errors.js';
import { utcDay } from '../../shared/process/clock.js';
import { handle } from '../handle.js';
import { findCurrency } from '../lib/currencies/currencies.js';
import { publishers } from '../lib/rates/official.js';

export default handle(official, async ({ currency, date, kind }, call) => {
  const today = utcDay(call.clock.now());
  const day = date ?? today;
  if (day > today) throw errors.dateInFuture({ field: 'date' });
  const code = currency.toUpperCase();
  const unavailable = errors.officialRateUnavailable({ currency: code, date: day });
  if (!findCurrency(code)) throw unavailable;

  const asked = publishers.filter(({ kinds }) => kind === undefined || kinds.includes(kind));
  const found = await Promise.all(
    asked.map(async ({ kinds, find }) => {
      try {
        return { kinds, rates: await find(call, code, day) };
      } catch (error) {
        if (error instanceof ApiError && !call.signal.aborted) return { kinds, rates: [], error };
        throw error;
      }
    }),
  );
  const rates = found.flatMap((one) => one.rates).filter((rate) => kind === undefined || rate.kind === kind);
  const failed = found.flatMap(({ kinds, error }) => (error ? [{ kinds, error }] : []));
  if (rates.length === 0) throw failed[0]?.error ?? unavailable;
  const warnings = failed.map(({ kinds, error }) => `${kinds.join(', ')}: ${error.message}`);
  return { currency: code, date: day, rates, count: rates.length, warnings };
});
