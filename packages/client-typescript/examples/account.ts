// Balance, usage by endpoint, and a token for a browser.
import { api } from './client.js';

const { balance, lots } = await api.account();
console.log(`${balance} credits in ${lots.length} purchases`);

const { rows } = await api.usage({ group_by: 'endpoint' });
for (const { group, calls, credits } of rows) console.log(`${group}: ${calls} calls, ${credits} credits`);

const { expires_at } = await api.createToken({ scopes: ['currency'], expires_in: 300 });
console.log(`A token for a browser, good until ${expires_at}`);
