import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { newCustomer } from '../helpers/portal.js';
import { ADMIN_TOKEN, call, eventually, stack } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

const admin = (method: string, path: string, body: object = {}) =>
  call(`/v1/admin${path}`, body, { method, headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } });

const issuedKey = (page: string): string => /<code id="issued">(ua_\w+)<\/code>/.exec(page)?.[1] ?? '';

describe('Limits of a key', () => {
  it('cannot be raised by a member through fields that the form does not show', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    const raises = [
      'limits.*',
      'limits[*]',
      'limits.mcp',
      'limits.test',
      'limits.service',
      'limits.exportExperienceEvents',
    ];
    for (const field of raises) {
      const sent = await customer.send('/account/keys', '/account/keys', {
        name: 'x',
        scopes: '*',
        [field]: '1000000',
      });
      equal(sent.status, 422, field);
      match(await sent.text(), /no field/);
    }
    equal(await store.keys.countDocuments({ account }), 0);

    const sent = await customer.send('/account/keys', '/account/keys', { name: 'Mine', scopes: '*' });
    const key = issuedKey(await customer.page(sent.headers.get('location') ?? ''));
    const { id = '' } = (await store.keys.findOne({ account })) ?? {};
    const path = `/account/keys/${id}`;
    for (const field of raises) {
      const changed = await customer.send(path, path, { name: 'Mine', scopes: '*', [field]: '1000000' });
      equal(changed.status, 422, field);
    }
    deepEqual((await store.keys.findOne({ id }))?.limits, {});
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => (await call('/v1/vat', VAT, { key })).status),
    );
    ok(statuses.includes(429), 'the group still limits the key');
  });

  it('go down and back up to what an operator has granted, and never above it', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    await customer.send('/account/keys', '/account/keys', { name: 'Bulk', scopes: '*' });
    const { id = '' } = (await store.keys.findOne({ account })) ?? {};
    const limitsOf = async (key: string) => (await store.keys.findOne({ id: key }))?.limits;
    equal((await admin('PATCH', `/keys/${id}`, { limits: { vat: 100 } })).status, 200);
    const edit = async (key: string, vat: string) =>
      (
        await customer.send(`/account/keys/${key}`, `/account/keys/${key}`, {
          name: 'Bulk',
          scopes: '*',
          'limits.vat': vat,
        })
      ).status;

    equal(await edit(id, '101'), 422);
    equal(await edit(id, '5'), 303);
    deepEqual(await limitsOf(id), { vat: 5 });
    equal(await edit(id, ''), 303);
    equal(await edit(id, '101'), 422);
    equal(await edit(id, '100'), 303, 'what was granted is not lost by an edit');
    equal(await edit(id, '7'), 303);

    const rotated = await customer.send(`/account/keys/${id}`, `/account/keys/${id}/rotate`, { overlap_seconds: '0' });
    equal(rotated.status, 303);
    const { id: newer = '' } = (await store.keys.findOne({ account, id: { $ne: id } })) ?? {};
    deepEqual(await limitsOf(newer), { vat: 7 });
    equal(await edit(newer, '101'), 422);
    equal(await edit(newer, '100'), 303);

    equal((await admin('PATCH', `/keys/${newer}`, { limits: { vat: 30 } })).status, 200);
    equal(await edit(newer, '10'), 303);
    equal(await edit(newer, '31'), 422, 'an operator who lowers a limit lowers what a member may set');
    equal(await edit(newer, '30'), 303);

    const created = await customer.send('/account/keys', '/account/keys', {
      name: 'x',
      scopes: '*',
      'limits.vat': '100',
    });
    equal(created.status, 422, 'another key has nothing of what was granted to this one');
  });

  it('are set by operators for known groups alone', async () => {
    const { account } = await newCustomer();
    const { body } = await admin('POST', `/accounts/${account}/keys`, {
      limits: { vat: 30, '*': 40, mcp: 5, test: 5, service: 9 },
    });
    deepEqual(body.limits, { vat: 30, '*': 40, mcp: 5, test: 5, service: 9 });
    for (const limits of [{ nothing: 5 }, { constructor: 5 }, { exportExperienceEvents: 5 }]) {
      const name = Object.keys(limits).join();
      const refused = [
        await admin('POST', `/accounts/${account}/keys`, { limits }),
        await admin('PATCH', `/keys/${body.key}`, { limits }),
      ];
      for (const { status, body: told } of refused) {
        deepEqual([status, told.type], [422, 'limit_group_unknown'], name);
        match(told.error, new RegExp(name));
      }
    }
    const key = body.api_key;
    const answered = await eventually(
      () => call('/v1/vat', VAT, { key }),
      ({ status }) => status === 200,
    );
    equal(answered.headers.get('ratelimit-limit'), '30');
  });
});
