import { deepEqual, equal, ok } from 'node:assert/strict';
import { addOperator, type TestOperator } from '../helpers/add-operator.js';
import { type PrivateFronts, startPrivateFronts } from '../helpers/private-fronts.js';
import { call } from '../helpers/stack.js';

const ROUNDS = 6;

describe('admins who remove the role of each other at the same time', () => {
  let fronts: PrivateFronts;

  before(async function () {
    this.timeout(120_000);
    fronts = await startPrivateFronts(2);
  });
  after(() => fronts.close());

  const change = (front: number, by: TestOperator, of: TestOperator, changes: object) =>
    call(`/v1/admin/operators/${of.name}`, changes, {
      method: 'PATCH',
      headers: { ...fronts.headers, Authorization: `Bearer ${by.token}` },
      baseUrl: fronts.urls[front % 2] ?? '',
    });
  const activeAdmins = () => fronts.store.operators.countDocuments({ role: 'admin', active: true });
  const restore = (admins: TestOperator[]) =>
    fronts.store.operators.updateMany(
      { _id: { $in: admins.map(({ name }) => name) } },
      { $set: { role: 'admin', active: true } },
    );

  it('leave one, and the other change is refused', async function () {
    this.timeout(60_000);
    const one = await addOperator(fronts.store, 'admin');
    const other = await addOperator(fronts.store, 'admin');
    for (let round = 0; round < ROUNDS; round++) {
      await restore([one, other]);
      const changes = [{ role: 'viewer' }, { active: false }];
      const answers = await Promise.all([
        change(0, one, other, changes[round % 2] ?? {}),
        change(1, other, one, changes[(round >> 1) % 2] ?? {}),
      ]);
      equal(await activeAdmins(), 1);
      const refused = answers.filter(({ status }) => status !== 200);
      equal(refused.length, 1);
      // Whoever has lost the role, or the way in, before the request is looked at is refused for that.
      const type = refused[0]?.body.type;
      ok(['last_admin', 'role_too_low', 'admin_token_invalid'].includes(type), type);
    }
  });

  it('leave at least one when each of many is removed by the next', async function () {
    this.timeout(60_000);
    await fronts.store.operators.deleteMany({});
    const admins: TestOperator[] = [];
    for (let count = 0; count < 6; count++) admins.push(await addOperator(fronts.store, 'admin'));
    for (let round = 0; round < ROUNDS / 2; round++) {
      await restore(admins);
      const answers = await Promise.all(
        admins.map((of, index) => {
          const by = admins[(index + 1) % admins.length] ?? of;
          return change(index, by, of, index % 2 === 0 ? { role: 'support' } : { active: false });
        }),
      );
      const left = await activeAdmins();
      ok(left >= 1, 'an admin is left');
      equal(left, answers.filter(({ status }) => status !== 200).length, 'each change that succeeded is in effect');
      deepEqual(answers.filter(({ status }) => status >= 500).length, 0);
    }
  });
});
