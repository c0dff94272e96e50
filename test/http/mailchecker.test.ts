import { deepEqual, equal } from 'node:assert/strict';
import { call, errorIn, newAccount, stack } from '../helpers/stack.js';

describe('mailchecker over HTTP', () => {
  before(async () => {
    await stack();
  });

  it('takes the address from the body or the query, the body first, for 0.005 credits', async () => {
    const { key } = await newAccount();
    const answers = [
      await call('/v1/mailchecker?email=not-this', { email: 'nor.this' }, { key }),
      await call('/v1/mailchecker?email=jane.doe', {}, { key }),
    ];
    deepEqual(
      answers.map(({ status, body }) => [status, body.email, body.score, body.risk]),
      [
        [200, 'nor.this', 0, 'high'],
        [200, 'jane.doe', 0, 'high'],
      ],
    );
    equal(Number(answers.at(-1)?.headers.get('x-credits-remaining')), 0.99);
  });

  it('refuses a call without an address, charged', async () => {
    const { key } = await newAccount();
    const { status, body, headers } = await call('/v1/mailchecker', {}, { key });
    deepEqual([status, errorIn(body)], [422, { error: 'Missing "email" parameter', code: 422 }]);
    equal(Number(headers.get('x-credits-remaining')), 0.995);
  });
});
