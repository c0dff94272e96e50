import type { Account, Buyer, MemberCollections } from '../members/index.js';
import type { Order, PaymentCollections, Receipt } from './collections.js';
import { type Seller, type SellerSettings, sellerOf } from './seller.js';

/** To whom what an account pays for is made out today. */
export const buyerOf = ({ name, billing: { address, vat_number } = {} }: Account): Buyer => ({
  name,
  ...(address && { address }),
  ...(vat_number && { vat_number }),
});

/** The receipt of what an account pays for now. */
export async function receiptNow(
  { accounts }: Pick<MemberCollections, 'accounts'>,
  seller: Seller,
  account: string,
): Promise<Receipt> {
  const buyer = await accounts.findOne({ _id: account });
  return { seller, ...(buyer && !buyer.closed && { buyer: buyerOf(buyer) }) };
}

/** What the receipt of an order says of the two sides: what stood when it was paid, where that is known. */
export const receiptOf = (
  { receipt }: Pick<Order, 'receipt'>,
  account: Account,
  settings: SellerSettings,
): Required<Receipt> => ({
  seller: receipt?.seller ?? sellerOf(settings),
  buyer: receipt?.buyer ?? buyerOf(account),
});

/** Takes the names of an account's buyers out of its orders, and keeps them where what is left of deleted accounts is. May be repeated. */
export async function keepBuyersApart(
  { orders, closedAccounts }: Pick<MemberCollections, 'closedAccounts'> & Pick<PaymentCollections, 'orders'>,
  account: string,
): Promise<void> {
  const named = orders.find({ account, 'receipt.buyer': { $exists: true } }, { projection: { receipt: 1 } });
  const byBuyer = new Map<string, { buyer: Buyer; ids: string[] }>();
  for await (const { _id, receipt } of named) {
    if (!receipt?.buyer) continue;
    const { name, address, vat_number } = receipt.buyer;
    const buyer = { name, ...(address && { address }), ...(vat_number && { vat_number }) };
    const key = JSON.stringify(buyer);
    const { ids } = byBuyer.get(key) ?? { ids: [] };
    byBuyer.set(key, { buyer, ids: [...ids, _id] });
  }
  for (const { buyer, ids } of byBuyer.values()) {
    await closedAccounts.updateOne(
      { _id: account, 'receipts.buyer': { $ne: buyer } },
      { $push: { receipts: { buyer, orders: [] } } },
    );
    await closedAccounts.updateOne(
      { _id: account, 'receipts.buyer': buyer },
      { $addToSet: { 'receipts.$.orders': { $each: ids } } },
    );
    await orders.updateMany({ _id: { $in: ids } }, { $unset: { 'receipt.buyer': true } });
  }
}
