import { Decimal } from 'decimal.js';
import { convert } from '../../shared/contract/catalogue/currency.js';
import { handle } from '../handle.js';
import { findPair } from '../lib/currencies/currencies.js';
import { platforms, quote, roundAmount } from '../lib/currencies/platforms.js';
import { Market } from '../lib/rates/market.js';

export default handle(convert, async (input, call) => {
  const pair = findPair(input);
  const { amount } = input;
  const { rate, source, fetchedAt } = await new Market(call).rate(pair.from.code, pair.to.code);
  const compared = input.include_platforms ? Object.entries(platforms) : [];
  return {
    from: pair.from.code,
    to: pair.to.code,
    amount,
    mid_market: { rate, result: roundAmount(pair.to, new Decimal(amount).times(rate)) },
    platforms: Object.fromEntries(
      compared.map(([key, platform]) => [key, quote(platform, pair, amount, rate, call.clock.now())]),
    ),
    sources: { primary: source },
    fetched_at: fetchedAt.toISOString(),
  };
});
