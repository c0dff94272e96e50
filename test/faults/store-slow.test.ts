import { deepEqual, ok } from 'node:assert/strict';
import { describeNightly } from '../helpers/scale.js';
import { eventually } from '../helpers/stack.js';
import { booksAgree } from './harness/books.js';
import { engines } from './harness/engine.js';
import { CLIENTS, Load } from './harness/load.js';
import { faultyPlatform } from './harness/platform.js';
import { show } from './harness/table.js';

/** Each way. */
const DELAY_MS = 100;
const SERVED = 50;
const WITHIN_MS = 60_000;

describeNightly('the link to the store is slow', () => {
  it('refuses no request, and charges what was served', async () => {
    const [engine] = engines;
    const { link, platform, store, newAccount } = await faultyPlatform(engine);
    const { account, key } = await newAccount();
    link.delay(DELAY_MS);
    const load = new Load(platform.baseUrl, key, CLIENTS);
    const enough = (served: number) => served >= SERVED;
    const served = await eventually(async () => load.served(), enough, WITHIN_MS);
    const told = await load.stop();
    link.heal();
    ok(enough(served), `${served} calls of some pool were served`);
    deepEqual([...new Set(told.map(({ status }) => status))], [200]);
    const compared = await booksAgree(store, account, told);
    show(
      `the link to the store delays by ${2 * DELAY_MS} ms`,
      'nothing refused; books exact',
      `${compared} calls answered 200, and the audit agrees`,
    );
  });
});
