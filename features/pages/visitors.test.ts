import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { stack } from '../../test/helpers/stack.js';
import type { HostedPage } from './collections.js';
import { recordEvent, recordScan } from './visits.js';

const DAY_MS = 86_400_000;
const experience = (id: number): HostedPage => ({
  _id: id,
  code: `code${id}`,
  type: 'text',
  title: 'x',
  account: 'x',
  created: new Date(),
  page: null,
  target: null,
  bytes: 0,
});

describe('visitors of hosted pages', () => {
  before(async () => {
    await stack();
  });

  it('are stored with a keyed hash of their address, and without the address', async () => {
    const { store } = await stack();
    const [old, recent] = [experience(-1), experience(-2)];
    const now = new Date();
    const visitor = { ip: '203.0.113.7', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/126.0', country: 'at' };
    await recordScan(store, old, visitor, new Date(now.getTime() - 31 * DAY_MS));
    await recordEvent(store, old, visitor, new Date(now.getTime() - 31 * DAY_MS), { event: 'x', value: 1, meta: null });
    await recordScan(store, recent, visitor, new Date(now.getTime() - 29 * DAY_MS));
    const [first, kept] = await Promise.all([old, recent].map(({ _id }) => store.scans.findOne({ experience: _id })));
    const event = await store.events.findOne({ experience: old._id });
    ok(!JSON.stringify([first, event, kept]).includes(visitor.ip));
    deepEqual([kept?.country, kept?.device, kept?.bot], ['AT', 'desktop', false]);
    match(first?.ip_hash ?? '', /^[0-9a-f]{32}$/);
    equal(first?.ip_hash, kept?.ip_hash);
  });

  it('have different hashes for different addresses, and none for an invalid address', async () => {
    const { store } = await stack();
    const shown = experience(-3);
    for (const ip of ['2001:db8::1', '2001:db8::2', 'not an address'])
      await recordScan(store, shown, { ip }, new Date());
    const [first, second, third] = await store.scans.find({ experience: shown._id }).toArray();
    notEqual(first?.ip_hash, second?.ip_hash);
    deepEqual([third?.ip_hash, third?.bot], [null, true]);
  });
});
