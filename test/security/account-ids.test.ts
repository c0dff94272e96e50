import { equal } from 'node:assert/strict';
import { ADMIN_TOKEN, call } from '../helpers/stack.js';

const create = async (account: string) =>
  (await call('/v1/admin/accounts', { account, name: 'Test' }, { headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } }))
    .status;

describe('the id of an account', () => {
  it('begins with a letter or a digit, so that it is a segment of a path', async () => {
    for (const id of ['.', '..', '...', '.hidden', '-dash', '_underscore']) equal(await create(id), 422, id);
    equal(await create(`9-a.b_${Date.now()}`), 200);
  });
});
