// Which kind of provider gives most dollars for 250 euros?
import { api } from './client.js';

const { mid_market, platforms } = await api.currency.convert({ from: 'EUR', to: 'USD', amount: 250 });
console.log(`Mid-market: ${mid_market.result} USD`);

const best = Object.entries(platforms).sort(([, a], [, b]) => b.result - a.result);
for (const [name, { result, fee }] of best) console.log(`${name}: ${result} USD after a fee of ${fee} EUR`);
