import { equal } from 'node:assert/strict';
import { addOperator, logInAs } from '../helpers/add-operator.js';
import { PASSWORD, type PrivateFronts, startPrivateFronts } from '../helpers/private-fronts.js';
import { ADMIN_TOKEN, call } from '../helpers/stack.js';

describe('via, the authentication of a change in the audit trail', () => {
  let fronts: PrivateFronts;

  before(async function () {
    this.timeout(120_000);
    fronts = await startPrivateFronts();
  });
  after(() => fronts.close());

  /** Opens an account over HTTP with the User-Agent of the command line. */
  const openAccount = (account: string, token: string) =>
    call(
      '/v1/admin/accounts',
      { account, name: 'x' },
      {
        headers: { ...fronts.headers, Authorization: `Bearer ${token}`, 'User-Agent': 'utility-api-admin' },
        baseUrl: fronts.urls[0] ?? '',
      },
    );
  const readVia = async (subject: string) => (await fronts.store.auditTrail.findOne({ 'subject.id': subject }))?.via;

  it('is how the actor authenticated, whatever the User-Agent says', async () => {
    equal((await openAccount('by-admin-token', ADMIN_TOKEN)).status, 200);
    equal(await readVia('by-admin-token'), 'admin_token');
    const { name, token } = await addOperator(fronts.store, 'support');
    equal((await openAccount('by-token', token)).status, 200);
    equal(await readVia('by-token'), 'token');
    await logInAs(fronts.urls[0] ?? '', name, PASSWORD, { ...fronts.headers, 'User-Agent': 'utility-api-admin' });
    const session = await fronts.store.operatorSessions.findOne({ operator: name });
    equal(await readVia(session?.id ?? ''), 'console');
  });
});
