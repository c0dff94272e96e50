import { platforms as contract } from '../../shared/catalogue/currency.js';
import { handle } from '../handle.js';
import { platforms } from '../tools/currencies/platforms.js';

export default handle(contract, () => ({ platforms }));
