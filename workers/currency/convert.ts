import { convert } from '../../shared/contract/catalogue/currency.js';
import { handle } from '../handle.js';
import { findPair } from '../lib/currencies/currencies.js';
import { platforms, quote, roundAmount } from '../lib/currencies/platforms.js';
import { quoter } from '../lib/rates/quote.js';

export default handle(convert, async (input, call) => {
  const pair = findPair(input);
  const { amount, date } = input;
  const { exact, fields } = await quoter(call, date)(pair);
  const { rate, source, ...publication } = fields;
  const at = date === undefined ? call.clock.now() : new Date(date);
  const compared = input.include_platforms ? Object.entries(platforms) : [];
  return {
    from: pair.from.code,
    to: pair.to.code,
    amount,
    mid_market: { rate, result: roundAmount(pair.to, exact.times(amount)) },
    platforms: Object.fromEntries(compared.map(([key, platform]) => [key, quote(platform, pair, amount, rate, at)])),
    sources: { primary: source },
    ...publication,
  };
});
