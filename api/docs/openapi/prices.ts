import { catalogue } from '../../../shared/contract/catalogue/index.js';
import { toCredits } from '../../../shared/ledger/amounts.js';

/** What one endpoint costs, and how often it may be called. */
export interface Price {
  endpoint: string;
  path: string;
  group: string;
  credits: number;
  calls_per_second: number;
}

/** The price list, one row for each endpoint. */
export const priceList = (): Price[] =>
  catalogue.map(({ id, path, group, cost }) => ({
    endpoint: id,
    path,
    group: group.id,
    credits: toCredits(cost),
    calls_per_second: group.ratePerSecond,
  }));
