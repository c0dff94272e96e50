import { deepEqual, equal } from 'node:assert/strict';
import { addOperator } from '../helpers/add-operator.js';
import { type PrivateFronts, startPrivateFronts } from '../helpers/private-fronts.js';
import { call } from '../helpers/stack.js';

const OPERATORS = 24;

describe('changes of operators at the same time', () => {
  let fronts: PrivateFronts;

  before(async function () {
    this.timeout(120_000);
    fronts = await startPrivateFronts(2);
  });
  after(() => fronts.close());

  it('are all in effect: a new role and being switched off, sent to different fronts', async function () {
    this.timeout(60_000);
    const { store, urls, headers } = fronts;
    const boss = await addOperator(store, 'admin');
    const change = (front: number, name: string, changes: object) =>
      call(`/v1/admin/operators/${name}`, changes, {
        method: 'PATCH',
        headers: { ...headers, Authorization: `Bearer ${boss.token}` },
        baseUrl: urls[front % 2] ?? '',
      });
    const names: string[] = [];
    for (let count = 0; count < OPERATORS; count++) names.push((await addOperator(store, 'support')).name);
    const lost: string[] = [];
    const one = async (name: string, index: number) => {
      const [role, active] = await Promise.all([
        change(index, name, { role: 'viewer' }),
        change(index + 1, name, { active: false }),
      ]);
      const found = await store.operators.findOne({ _id: name });
      if (role.status === 200 && found?.role !== 'viewer') lost.push(`role of ${name}`);
      if (active.status === 200 && found?.active !== false) lost.push(`state of ${name}`);
      return [role.status, active.status];
    };
    const statuses = [];
    for (let index = 0; index < names.length; index += 8) {
      statuses.push(...(await Promise.all(names.slice(index, index + 8).map((name, of) => one(name, index + of)))));
    }
    deepEqual(lost, []);
    deepEqual([...new Set(statuses.flat())], [200]);
  });

  it('are applied by the next one when a process ends before it has applied its own', async () => {
    const { store, admin } = fronts;
    const boss = await addOperator(store, 'admin');
    const left = await addOperator(store, 'support');
    const next = await addOperator(store, 'support');
    await admin('PATCH', `/operators/${next.name}`, { active: true }, boss.token);
    const pending = { operator: left.name, set: { role: 'viewer' as const } };
    await store.rightsGuard.updateOne({ _id: 'rights' }, { $inc: { version: 1 }, $set: { pending } });
    await admin('PATCH', `/operators/${next.name}`, { active: false }, boss.token);
    equal((await store.operators.findOne({ _id: left.name }))?.role, 'viewer');
    equal((await store.operators.findOne({ _id: next.name }))?.active, false);
    const version = (await store.rightsGuard.findOne({ _id: 'rights' }))?.version ?? 0;
    await admin('PATCH', `/operators/${left.name}`, { role: 'support' }, boss.token);
    deepEqual(await store.rightsGuard.findOne({ _id: 'rights' }), { _id: 'rights', version: version + 1 });
    equal((await store.operators.findOne({ _id: left.name }))?.role, 'support', 'the old change is not applied again');
  });
});
