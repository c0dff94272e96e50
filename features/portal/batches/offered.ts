import { toCredits } from '../../../shared/contract/amounts.js';
import type { Endpoint } from '../../../shared/contract/endpoint.js';
import { format } from '../../web/index.js';

export const PATH = '/account/batches';

/** Names an endpoint with its group: `QR codes: Generate`. */
export const nameEndpoint = ({ title, group }: Pick<Endpoint, 'title' | 'group'>): string =>
  title === group.title ? title : `${group.title}: ${title}`;

/** Describes the price of one item: `0.005 credits per row`. */
export const describePrice = ({ cost }: Pick<Endpoint, 'cost'>): string =>
  `${format.number(toCredits(cost))} credits per row`;
