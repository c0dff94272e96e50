import { rates } from '../../shared/contract/catalogue/currency.js';
import { handle } from '../handle.js';
import { findPair } from '../lib/currencies/currencies.js';
import { Market } from '../lib/rates/market.js';

export default handle(rates, async ({ from, to, pairs }, call) => {
  const wanted = pairs?.length ? pairs : [{ from: from ?? '', to: to ?? '' }];
  const known = wanted.map(findPair);
  const market = new Market(call);
  return {
    rates: await Promise.all(
      known.map(async (pair) => {
        const { rate, source, fetchedAt } = await market.rate(pair.from.code, pair.to.code);
        return { from: pair.from.code, to: pair.to.code, rate, source, fetched_at: fetchedAt.toISOString() };
      }),
    ),
  };
});
