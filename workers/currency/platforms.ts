import { platforms as contract } from '../../shared/contract/catalogue/currency.js';
import { handle } from '../handle.js';
import { platforms } from '../lib/currencies/platforms.js';

export default handle(contract, () => ({ platforms }));
