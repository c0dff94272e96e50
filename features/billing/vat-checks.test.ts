import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type Customer, findEmails, newCustomer } from '../../test/helpers/portal.js';
import { runTaskAt } from '../../test/helpers/run-task.js';
import { eventually, stack } from '../../test/helpers/stack.js';
import { recheckVatNumbers } from './vat-checks.js';

// Published numbers: see shared/vat/check-digits.test.ts. In the sandbox those with four zeros in a row are not registered.
const REGISTERED = 'FR13393892815';
const UNREGISTERED = 'BE0200000043';
const PAGE = '/account/settings';
const TEN_MINUTES_MS = 600_000;

describe('the check of VAT numbers of customers', () => {
  const save = (customer: Customer, vat_number: string) =>
    customer.send(PAGE, PAGE, { name: 'Acme', address: 'Main Street', country: '', vat_number });
  const readBilling = async (account: string) => {
    const { store } = await stack();
    return (await store.accounts.findOne({ _id: account }))?.billing;
  };

  it('stores what the register has, and shows it', async () => {
    const { customer, account } = await newCustomer();
    equal((await save(customer, REGISTERED)).status, 303);
    const stored = (await readBilling(account))?.vat_check;
    equal(stored?.status, 'valid');
    ok(stored.name?.startsWith('Sandbox'));
    ok((await customer.page(PAGE)).includes(stored.name ?? '?'));
    await save(customer, REGISTERED);
    deepEqual((await readBilling(account))?.vat_check, stored, 'it is not checked again');
  });

  it('refuses a number that is not registered', async () => {
    const { customer, account } = await newCustomer();
    const refused = await save(customer, UNREGISTERED);
    equal(refused.status, 422);
    match(await refused.text(), /id="vat_number-problem"[^>]*>[^<]*VIES/);
    equal((await readBilling(account))?.vat_number, undefined);
  });

  it('accepts a number while its register is unavailable, with a warning, and checks it again later', async () => {
    const { platform, store } = await stack();
    const { customer, account } = await newCustomer();
    const fault = {
      ...{ upstream: 'vies', kind: 'other-body', matching: '"countryCode":"LU"', times: 3 },
      ...{
        body: '{"actionSucceed":false,"errorWrappers":[{"error":"MS_UNAVAILABLE"}]}',
        contentType: 'application/json',
      },
    };
    await fetch(`${platform.sandboxUrl}/_control`, { method: 'POST', body: JSON.stringify({ fault }) });
    equal((await save(customer, 'LU22221268')).status, 303);
    const { status, due } = (await readBilling(account))?.vat_check ?? {};
    equal(status, 'unknown');
    match(await customer.page(PAGE), /class="notice"[^>]*>[^<]*did not respond/);
    await runTaskAt(recheckVatNumbers, store, new Date((due?.getTime() ?? 0) - 1));
    equal((await readBilling(account))?.vat_check?.status, 'unknown', 'it is not due yet');
    await runTaskAt(recheckVatNumbers, store, new Date(Date.now() + 2 * TEN_MINUTES_MS));
    equal((await readBilling(account))?.vat_check?.status, 'valid');
  });

  it('notifies the owner of a number that turns out not to be registered, and warns in the settings', async () => {
    const { store } = await stack();
    const { customer, account, address } = await newCustomer();
    const at = new Date();
    const vat_check = { status: 'unknown' as const, at, since: at, due: at };
    await store.accounts.updateOne(
      { _id: account },
      { $set: { billing: { country: 'BE', vat_number: UNREGISTERED, vat_check } } },
    );
    await runTaskAt(recheckVatNumbers, store, at);
    equal((await readBilling(account))?.vat_check?.status, 'invalid');
    match(await customer.page(PAGE), /class="notice"[^>]*>[^<]*Orders are charged with VAT/);
    await eventually(
      () => findEmails(address),
      (emails) => emails.some(({ text }) => text.includes(UNREGISTERED)),
    );
  });
});
