import { currencies } from '../../shared/contract/catalogue/currency.js';
import { handle } from '../handle.js';
import { type Currency, currencyList, topFiat, withdrawnList } from '../lib/currencies/currencies.js';

const listCodes = (type: Currency['type']): string[] =>
  currencyList.filter((currency) => currency.type === type).map(({ code }) => code);

const top = { top_fiat: [...topFiat], top_crypto: listCodes('crypto'), metals: listCodes('metal') };

export default handle(currencies, ({ include_withdrawn }) => {
  const listed = [...currencyList, ...(include_withdrawn ? withdrawnList : [])];
  return { currencies: listed, total: listed.length, ...top };
});
