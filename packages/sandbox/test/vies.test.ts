import { deepEqual, equal, match } from 'node:assert/strict';
import { type Sandbox, startSandbox } from 'sandbox';
import { order } from './ask.js';

describe('the register of VAT numbers', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
    equal(await order(sandbox.url, { now: '2026-04-08T14:00:00Z' }), 200);
  });
  after(() => sandbox.close());

  const check = async (body: object, path = 'check-vat-number') => {
    const response = await fetch(`${sandbox.url}/vies/${path}`, { method: 'POST', body: JSON.stringify(body) });
    return Object(await response.json());
  };

  it('has every number, unless it contains four zeros in a row', async () => {
    const found = await check({ countryCode: 'FR', vatNumber: '13393892815' });
    deepEqual([found.valid, found.requestDate, found.requestIdentifier], [true, '2026-04-08T14:00:00.000Z', '']);
    match(found.name, /^Sandbox /);
    const missing = await check({ countryCode: 'BE', vatNumber: '0200000043' });
    deepEqual([missing.valid, missing.name, missing.address], [false, '---', '---']);
    const discreet = await check({ countryCode: 'DE', vatNumber: '113866163' });
    deepEqual([discreet.valid, discreet.name], [true, '---']);
  });

  it('gives a requester that it knows a consultation number', async () => {
    const request = { countryCode: 'FR', vatNumber: '13393892815', requesterMemberStateCode: 'BE' };
    match((await check({ ...request, requesterNumber: '0202239951' })).requestIdentifier, /^WAPI/);
    deepEqual((await check({ ...request, requesterNumber: '0200000043' })).errorWrappers, [
      { error: 'INVALID_REQUESTER_INFO' },
    ]);
  });

  // VIES, "Technical information": the numbers of the test service.
  it('has a test service with the documented numbers', async () => {
    const test = (vatNumber: string) => check({ countryCode: 'DE', vatNumber }, 'check-vat-test-service');
    deepEqual([(await test('100')).valid, (await test('200')).valid], [true, false]);
    for (const [number, error] of [
      ['201', 'INVALID_INPUT'],
      ['301', 'MS_UNAVAILABLE'],
      ['600', 'MS_MAX_CONCURRENT_REQ'],
    ] as const)
      deepEqual(await test(number), { actionSucceed: false, errorWrappers: [{ error }] });
  });

  it('refuses countries without a register, and what is no request', async () => {
    for (const body of [{ countryCode: 'GB', vatNumber: '980780684' }, { countryCode: 'FR' }, {}])
      deepEqual((await check(body)).errorWrappers, [{ error: 'INVALID_INPUT' }]);
  });
});
