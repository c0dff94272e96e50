import { rates } from '../../shared/contract/catalogue/currency.js';
import { handle } from '../handle.js';
import { findPair } from '../lib/currencies/currencies.js';
import { quoter } from '../lib/rates/quote.js';

export default handle(rates, async ({ from, to, pairs, date }, call) => {
  const wanted = pairs?.length ? pairs : [{ from: from ?? '', to: to ?? '' }];
  const known = wanted.map(findPair);
  const quote = quoter(call, date);
  return {
    rates: await Promise.all(
      known.map(async (pair) => ({ from: pair.from.code, to: pair.to.code, ...(await quote(pair)).fields })),
    ),
  };
});
