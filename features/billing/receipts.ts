import type { Config } from '../../shared/process/config.js';
import type { Account, Buyer, MemberCollections } from '../members/index.js';
import type { Order, PaymentCollections, Receipt, Seller } from './collections.js';

export type SellerSettings = Partial<
  Pick<Config, 'SELLER_NAME' | 'SELLER_ADDRESS' | 'SELLER_VAT_NUMBER' | 'SELLER_ID'>
>;

/** Reads the seller from the settings, where `\n` may stand for a line break. */
export const readSeller = ({
  SELLER_NAME = '',
  SELLER_ADDRESS = '',
  SELLER_VAT_NUMBER = '',
  SELLER_ID = SELLER_VAT_NUMBER || SELLER_NAME,
}: SellerSettings): Required<Seller> => ({
  name: SELLER_NAME,
  address: SELLER_ADDRESS.replaceAll('\\n', '\n'),
  vat_number: SELLER_VAT_NUMBER,
  id: SELLER_ID,
});

/** Returns an account as the buyer on receipts of today. */
export const toBuyer = ({ name, billing: { address, country, vat_number } = {} }: Account): Buyer => ({
  name,
  ...(address && { address }),
  ...(country && { country }),
  ...(vat_number && { vat_number }),
});

/** Creates the receipt of a payment of today. */
export async function createReceipt(
  { accounts }: Pick<MemberCollections, 'accounts'>,
  seller: Seller,
  account: string,
): Promise<Receipt> {
  const buyer = await accounts.findOne({ _id: account });
  return { seller, ...(buyer && !buyer.closed && { buyer: toBuyer(buyer) }) };
}

/** Returns the receipt of an order: as stored when it was paid, completed with the settings and account of today. */
export const completeReceipt = (
  { receipt }: Pick<Order, 'receipt'>,
  account: Account,
  settings: SellerSettings,
): Required<Receipt> => ({
  seller: receipt?.seller ?? readSeller(settings),
  buyer: receipt?.buyer ?? toBuyer(account),
});

/** Moves the buyers from the receipts of a deleted account's orders to its closed account. Harmless to repeat. */
export async function archiveBuyers(
  { orders, closedAccounts }: Pick<MemberCollections, 'closedAccounts'> & Pick<PaymentCollections, 'orders'>,
  account: string,
): Promise<void> {
  const named = orders.find({ account, 'receipt.buyer': { $exists: true } }, { projection: { receipt: 1 } });
  const byBuyer = new Map<string, { buyer: Buyer; ids: string[] }>();
  for await (const { _id, receipt } of named) {
    if (!receipt?.buyer) continue;
    const { name, address, country, vat_number } = receipt.buyer;
    const buyer = {
      name,
      ...(address && { address }),
      ...(country && { country }),
      ...(vat_number && { vat_number }),
    };
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
