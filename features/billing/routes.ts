import { buy, cancelOwnOrder, listOwnOrders, listPacks, showOwnOrder } from './orders-api.js';
import { endTopUp, setTopUp, showTopUp } from './top-up.js';

/** What accounts ask about what they buy. */
export const paymentRoutes = [
  listPacks,
  buy,
  listOwnOrders,
  showOwnOrder,
  cancelOwnOrder,
  showTopUp,
  setTopUp,
  endTopUp,
] as const;
