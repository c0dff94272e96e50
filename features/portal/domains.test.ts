import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { newCustomer } from '../../test/helpers/portal.js';
import { setDnsRecords } from '../../test/helpers/sandbox-dns.js';
import { stack } from '../../test/helpers/stack.js';

const PAGE = '/account/settings/domains';

describe('The page of domains', () => {
  it('adds a domain, verifies it, makes it the default, and deletes it', async () => {
    const { customer, account } = await newCustomer();
    const { store } = await stack();
    const host = `go.shop-${randomBytes(6).toString('hex')}.example`;
    const refused = await customer.send(PAGE, PAGE, { host: 'co.uk' });
    deepEqual([refused.status, /Is a public suffix/.test(await refused.text())], [422, true]);
    const send = async (action: string, fields: object = {}) => {
      const { status, headers } = await customer.send(PAGE, `${PAGE}${action}`, { host, ...fields });
      equal(status, 303, action);
      return customer.page(headers.get('location') ?? '');
    };
    const added = await send('');
    const [, token = ''] = /(utility-api-verification=\w+)/.exec(added) ?? [];
    ok(token);
    match(await send('/verify'), /We found no TXT record/);
    await setDnsRecords(`_utility-api.${host}`, { txt: [token] });
    match(await send('/verify'), /<b>Verified<\/b>/);
    const wrong = await customer.send(PAGE, `${PAGE}/change`, { host, home_url: 'shop' });
    deepEqual([wrong.status, /aria-invalid="true"/.test(await wrong.text())], [422, true]);
    match(await send('/change', { default: '1', home_url: 'https://shop.example/' }), /used by new codes/);
    const stored = await store.domains.findOne({ account });
    deepEqual([stored?.default, stored?.home_url], [true, 'https://shop.example/']);
    await send('/delete');
    equal(await store.domains.countDocuments({ account }), 0);
    const entries = await store.accountLog.find({ account, action: /^domain\./ }, { sort: { at: 1 } }).toArray();
    deepEqual(
      entries.map(({ action }) => action),
      ['domain.create', 'domain.verify', 'domain.verify', 'domain.change', 'domain.delete'],
    );
    await customer.close();
  });
});
