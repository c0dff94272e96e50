import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { newCustomer } from '../helpers/portal.js';
import { call, callAsOperator, eventually, stack } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

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
      match(await sent.text(), /Unknown form field/);
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
    const burst = () =>
      Promise.all(Array.from({ length: 40 }, async () => (await call('/v1/vat', VAT, { key })).status));
    const statuses = await eventually(burst, (all) => all.includes(429));
    ok(statuses.includes(429), 'the group still limits the key');
  });

  it('go down and back up to what an operator has granted, and never above it', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    await customer.send('/account/keys', '/account/keys', { name: 'Bulk', scopes: '*' });
    const { id = '' } = (await store.keys.findOne({ account })) ?? {};
    const readLimits = async (key: string) => (await store.keys.findOne({ id: key }))?.limits;
    equal((await callAsOperator('PATCH', `/keys/${id}`, { limits: { vat: 100 } })).status, 200);
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
    deepEqual(await readLimits(id), { vat: 5 });
    equal(await edit(id, ''), 303);
    equal(await edit(id, '101'), 422);
    equal(await edit(id, '100'), 303, 'what was granted is not lost by an edit');
    equal(await edit(id, '7'), 303);

    const rotated = await customer.send(`/account/keys/${id}`, `/account/keys/${id}/rotate`, { overlap_seconds: '0' });
    equal(rotated.status, 303);
    const { id: newer = '' } = (await store.keys.findOne({ account, id: { $ne: id } })) ?? {};
    deepEqual(await readLimits(newer), { vat: 7 });
    equal(await edit(newer, '101'), 422);
    equal(await edit(newer, '100'), 303);

    equal((await callAsOperator('PATCH', `/keys/${newer}`, { limits: { vat: 30 } })).status, 200);
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
    const { body } = await callAsOperator('POST', `/accounts/${account}/keys`, {
      limits: { vat: 30, '*': 40, mcp: 5, test: 5, service: 9 },
    });
    deepEqual(body.limits, { vat: 30, '*': 40, mcp: 5, test: 5, service: 9 });
    for (const limits of [{ nothing: 5 }, { constructor: 5 }, { exportExperienceEvents: 5 }]) {
      const name = Object.keys(limits).join();
      const refused = [
        await callAsOperator('POST', `/accounts/${account}/keys`, { limits }),
        await callAsOperator('PATCH', `/keys/${body.key}`, { limits }),
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

describe('The expiry of a key', () => {
  const LATEST = '2198-12-31';
  const form = { name: 'Bulk', scopes: '*' };
  type Customer = Awaited<ReturnType<typeof newCustomer>>['customer'];

  const edit = (customer: Customer, id: string, expires_at: string) =>
    customer.send(`/account/keys/${id}`, `/account/keys/${id}`, { ...form, 'limits.vat': '500', expires_at });

  const issuedFor = async (account: string, fields: object = {}): Promise<string> =>
    (
      await callAsOperator('POST', `/accounts/${account}/keys`, {
        ...form,
        scopes: ['*'],
        limits: { vat: 500 },
        ...fields,
      })
    ).body.key;

  const readExpiry = async (id: string) =>
    (await (await stack()).store.keys.findOne({ id }))?.expires?.toISOString().slice(0, 10) ?? null;

  for (const [title, give] of [
    ['issued', (account: string) => issuedFor(account, { expires_at: `${LATEST}T23:59:59Z` })],
    [
      'set later',
      async (account: string) => {
        const id = await issuedFor(account);
        await callAsOperator('PATCH', `/keys/${id}`, { expires_at: `${LATEST}T23:59:59Z` });
        return id;
      },
    ],
  ] as const) {
    it(`that an operator has ${title} is brought forward by members, and never extended`, async () => {
      const { store } = await stack();
      const { customer, account } = await newCustomer();
      const id = await give(account);
      const later = await edit(customer, id, '2199-01-01');
      equal(later.status, 422);
      match(await later.text(), /no later than 2198-12-31/);
      equal((await edit(customer, id, '2150-01-01')).status, 303);
      equal(await readExpiry(id), '2150-01-01');
      equal((await edit(customer, id, '2199-01-01')).status, 422);
      equal((await edit(customer, id, '')).status, 303);
      equal(await readExpiry(id), '2150-01-01', 'no member takes it away');
      equal((await edit(customer, id, LATEST)).status, 303);

      const sent = await customer.send(`/account/keys/${id}`, `/account/keys/${id}/rotate`, { overlap_seconds: '0' });
      equal(sent.status, 303);
      const { id: newer = '' } = (await store.keys.findOne({ account, id: { $ne: id } })) ?? {};
      equal(await readExpiry(newer), LATEST);
      equal((await edit(customer, newer, '2199-01-01')).status, 422, 'nor for the key in its place');

      equal((await callAsOperator('PATCH', `/keys/${newer}`, { expires_at: 'never' })).status, 200);
      equal((await edit(customer, newer, '2199-01-01')).status, 303, 'what an operator takes away binds no more');
    });
  }

  it('that has passed is not extended by members, nor is a revoked key changed', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    const expired = await issuedFor(account);
    equal((await callAsOperator('PATCH', `/keys/${expired}`, { expires_at: '2020-01-01T00:00:00Z' })).status, 200);
    const revoked = await issuedFor(account);
    equal((await callAsOperator('DELETE', `/keys/${revoked}`)).status, 200);
    await customer.send('/account/keys', '/account/keys', { name: 'Own', scopes: '*', expires_at: '2150-01-01' });
    const { id: own = '' } = (await store.keys.findOne({ account, name: 'Own' })) ?? {};
    await store.keys.updateOne({ id: own }, { $set: { expires: new Date(0) } });
    for (const [id, status, text] of [
      [expired, 422, /no later than 2020-01-01/],
      [own, 403, /API key has expired/],
      [revoked, 403, /API key is inactive/],
    ] as const) {
      const before = await store.keys.findOne({ id });
      const page = '/account/keys';
      const sent = await customer.send(page, `${page}/${id}`, { ...form, expires_at: '2199-01-01' });
      equal(sent.status, status);
      match(await sent.text(), text);
      deepEqual(await store.keys.findOne({ id }), before);
    }
  });

  it('that a member has set is extended by members', async () => {
    const { store } = await stack();
    const { customer, account } = await newCustomer();
    await customer.send('/account/keys', '/account/keys', { ...form, expires_at: '2150-01-01' });
    const { id = '' } = (await store.keys.findOne({ account })) ?? {};
    const put = async (expires_at: string) =>
      (await customer.send(`/account/keys/${id}`, `/account/keys/${id}`, { ...form, expires_at })).status;
    equal(await put('2160-01-01'), 303);
    equal(await readExpiry(id), '2160-01-01');
    equal((await callAsOperator('PATCH', `/keys/${id}`, { expires_at: '2160-01-01T23:59:59Z' })).status, 200);
    equal(await put('2161-01-01'), 422, 'until an operator sets one');
  });
});
