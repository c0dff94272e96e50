// Is this address worth a newsletter, or is it a slip of the keys?
import { api } from './client.js';

const { email, score, risk, recommend } = await api.mailchecker({ email: 'jane.doe@gmial.com' });
console.log(`${email}: ${score} of 10, risk ${risk}`);
for (const suggestion of recommend) console.log(`Did you mean ${suggestion}?`);
