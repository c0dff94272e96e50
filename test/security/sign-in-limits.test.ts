import { equal, match, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { SIGN_IN } from '../../shared/contract/bounds.js';
import { Customer, mailTo, newCustomer } from '../helpers/portal.js';
import { eventually, stack } from '../helpers/stack.js';

const somebody = async () => new Customer((await stack()).platform.baseUrl);

const request = (customer: Customer, email: string) => customer.send('/account/login', '/account/login', { email });

describe('Links for signing in', () => {
  it('cannot be used up for a member by an unauthenticated client of another network', async () => {
    const { address } = await newCustomer();
    const stranger = await somebody();
    for (let time = 1; time <= SIGN_IN.perAddress; time++) equal((await request(stranger, address)).status, 303);
    const refused = await request(stranger, address);
    equal(refused.status, 429);
    ok(Number(refused.headers.get('retry-after')) > 0);
    match(await refused.text(), /Too many links/);
    equal((await request(stranger, address.toUpperCase().replace('@', '+1@'))).status, 429);

    // The link that is followed below must be the member's own.
    const arrived = await eventually(
      () => mailTo(address),
      ({ length }) => length > SIGN_IN.perAddress,
    );
    equal(arrived.length, SIGN_IN.perAddress + 1);
    equal(await (await somebody()).signIn(address), '/account', 'the member comes from elsewhere and gets in');
  });

  it('are counted by inbox, however its address is spelled', async () => {
    const one = await somebody();
    const name = randomUUID();
    for (let time = 1; time <= SIGN_IN.perAddress; time++) {
      equal((await request(one, `bomb.${name}+${time}@gmail.com`)).status, 303);
    }
    for (const other of [`bomb${name}@gmail.com`, `BOMB.${name}+x@googlemail.com`]) {
      equal((await request(one, other)).status, 429, other);
    }
  });

  it('go to one inbox slowly once many networks have requested some', async () => {
    const name = randomUUID();
    const statuses: number[] = [];
    for (let time = 1; time <= SIGN_IN.perInbox + 3; time++) {
      statuses.push((await request(await somebody(), `many+${time}@${name}.example`)).status);
    }
    const sent = statuses.filter((status) => status === 303).length;
    equal(sent, SIGN_IN.perInbox + 1, 'one more, and no other for some minutes');
    equal(statuses.at(-1), 429);
  });
});
