import type { SubjectKind } from '../operators/index.js';
import type { PaymentCollections } from './collections.js';

export const orderSubject: SubjectKind = {
  type: 'order',
  async read({ orders }: Pick<PaymentCollections, 'orders'>, id) {
    const found = await orders.findOne({ _id: id });
    return found && { account: found.account, state: found };
  },
};
