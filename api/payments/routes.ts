import { buy, listOwnOrders, listPacks } from './orders.js';
import { endTopUp, setTopUp, showTopUp } from './top-up.js';

/** What accounts ask about what they buy. */
export const paymentRoutes = [listPacks, buy, listOwnOrders, showTopUp, setTopUp, endTopUp];
