import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Customer } from '../helpers/portal.js';
import { stack } from '../helpers/stack.js';

/** Signs in with an address. @returns how many payments its account has */
async function paymentsAfterSignUp(address: string): Promise<number> {
  const { platform, store } = await stack();
  await new Customer(platform.baseUrl).signIn(address);
  const member = await store.members.findOne({ _id: address });
  return store.payments.countDocuments({ account: member?.account ?? '' });
}

describe('starting credits', () => {
  it('are given once to an inbox, however its address is spelled', async () => {
    const name = randomUUID().replaceAll('-', '').slice(0, 20);

    const dotted = `${name.slice(0, 3)}.${name.slice(3, 9)}.${name.slice(9)}`;
    deepEqual(
      [
        await paymentsAfterSignUp(`${name}@gmail.com`),
        await paymentsAfterSignUp(`${dotted}@gmail.com`),
        await paymentsAfterSignUp(`${name}+trial@gmail.com`),
        await paymentsAfterSignUp(`${dotted}@googlemail.com`),
      ],
      [1, 0, 0, 0],
    );
    equal(await paymentsAfterSignUp(`${name}@customers.example`), 1);
    equal(await paymentsAfterSignUp(`${dotted}@customers.example`), 1, 'other providers tell dots apart');
  });

  it('are given once when spellings sign up at the same time', async () => {
    const name = randomUUID().replaceAll('-', '').slice(0, 20);
    const addresses = [1, 2, 3, 4].map((at) => `${name.slice(0, at)}.${name.slice(at)}@gmail.com`);
    const given = await Promise.all(addresses.map(paymentsAfterSignUp));
    equal(
      given.reduce((sum, one) => sum + one, 0),
      1,
    );
  });
});
