import { deepEqual, equal, rejects, throws } from 'node:assert/strict';
import { ApiError } from '../../shared/contract/api-error.js';
import { object } from '../../shared/contract/fields.js';
import { ownerFields, type TargetRule } from '../../shared/contract/hosted-pages/page-fields.js';
import { readFields } from '../../shared/contract/input.js';
import type { PageCollections } from './collections.js';
import { createPageUrls } from './hosts.js';
import { readLinkFields, refuseLoops } from './link-fields.js';
import { chooseTarget } from './site/choose-target.js';

const contract = object(ownerFields);
const CONFIG = { BASE_URL: 'https://api.example', PAGES_URL: 'https://pages.example', HOST: 'x', PORT: 1 };

const URLS = createPageUrls(CONFIG, 'go.acme.example');

const read = (fields: object) => readFields(contract, fields, 422);
const refusal = (param: string) => (error: unknown) => error instanceof ApiError && error.param === param;

describe('fields of links', () => {
  it('are refused where they could never apply', () => {
    const url = 'https://example.com';
    const rule = (fields: object) => ({ targets: { rules: [{ url, ...fields }] } });
    const refused: [field: string, fields: object][] = [
      ['valid_from', { valid_from: 'tomorrow' }],
      ['max_scans', { max_scans: 1.5 }],
      ['password', { password: 'abc' }],
      ['ended.url', { ended: { url: 'javascript:alert(1)' } }],
      ['targets.rules[0].languages[0]', rule({ languages: ['xx'] })],
      ['targets.rules[0].countries[0]', rule({ countries: ['EN'] })],
      ['targets.rules[0].devices[0]', rule({ devices: ['watch'] })],
      ['targets.rules[0].days[0]', rule({ days: ['someday'] })],
      ['targets.rules[0].from', rule({ from: '24:00' })],
      ['targets.rules[0].timezone', rule({ from: '08:00', timezone: 'Europe/Nowhere' })],
      ['targets.rules', { targets: { rules: Array.from({ length: 21 }, () => ({ url, days: ['mon'] })) } }],
      ['targets.shares', { targets: { shares: Array.from({ length: 11 }, () => ({ url, weight: 1 })) } }],
      ['targets.shares[0].weight', { targets: { shares: [{ url, weight: 1_001 }] } }],
    ];
    for (const [field, fields] of refused) throws(() => read(fields), refusal(field), field);
  });

  it('refuse a rule without a condition, and an end before the beginning', async () => {
    const rules = [{ url: 'https://example.com', timezone: 'UTC' }];
    await rejects(readLinkFields({ targets: { rules } }), refusal('targets.rules[0]'));
    const before = { valid_from: new Date('2030-01-02T00:00:00Z') };
    await rejects(readLinkFields({ valid_until: '2030-01-01T00:00:00Z' }, before), refusal('valid_until'));
  });

  it('are removed by empty values, and count scans from the first limit on', async () => {
    const emptied = read({ valid_from: '', valid_until: '', password: '', max_scans: 0, targets: {}, ended: {} });
    const removed = await readLinkFields(emptied);
    deepEqual(new Set(Object.values(removed)), new Set([undefined]));
    equal(Object.keys(removed).length, 7);
    deepEqual(await readLinkFields({ max_scans: 5 }), { max_scans: 5, scans_counted: 0 });
    deepEqual(await readLinkFields({ max_scans: 9 }, { max_scans: 5 }), { max_scans: 9 });
  });

  it('refuse URLs of the page itself', () => {
    const page = { code: 'k3Jd9aQz0B', slug: 'supper', target: null };
    const loops = [
      'https://pages.example/e/k3Jd9aQz0B',
      'https://go.acme.example/e/k3Jd9aQz0B?x=1',
      'https://go.acme.example/k3Jd9aQz0B',
      'https://go.acme.example/supper',
      'https://go.acme.example/e/supper',
      'https://api.example/e/Supper/',
      'https://pages.example/e/%73upper',
    ];
    for (const url of loops) {
      throws(() => refuseLoops({ ...page, target: url }, CONFIG, URLS), refusal('target'), url);
      throws(() => refuseLoops({ ...page, ended: { url } }, CONFIG, URLS), refusal('ended.url'), url);
      const targets = { shares: [{ url, weight: 1 }] };
      throws(() => refuseLoops({ ...page, targets }, CONFIG, URLS), refusal('targets.shares[0].url'), url);
    }
    for (const url of [
      'https://pages.example/e/another123',
      'https://example.com/e/supper',
      'https://pages.example/supper',
    ])
      refuseLoops({ ...page, target: url }, CONFIG, URLS);
  });
});

describe('rules of targets', () => {
  const applies = async (rule: Partial<TargetRule>, at: string, visitor = {}): Promise<boolean> => {
    const targets = { rules: [{ url: 'https://example.com', timezone: 'UTC', ...rule }] };
    // Rules alone need no secret.
    const secrets = {} as PageCollections['secrets'];
    const chosen = await chooseTarget({ secrets }, { _id: 1, target: null, targets }, visitor, new Date(at));
    return chosen.url !== undefined;
  };

  it('follow the clock of their time zone, also over midnight', async () => {
    const evening = { from: '18:00', until: '02:00', days: ['fri' as const], timezone: 'Europe/Madrid' };
    deepEqual(
      [
        // 2026-05-01 is a Friday; Madrid is at UTC+2.
        await applies(evening, '2026-05-01T15:59:00Z'),
        await applies(evening, '2026-05-01T16:00:00Z'),
        await applies(evening, '2026-05-01T23:59:00Z'),
        await applies(evening, '2026-05-02T00:00:00Z'),
        await applies(evening, '2026-04-30T23:00:00Z'),
      ],
      [false, true, true, false, false],
    );
    const morning = { until: '12:00' };
    deepEqual(
      [await applies(morning, '2026-05-01T11:59:00Z'), await applies(morning, '2026-05-01T12:00:00Z')],
      [true, false],
    );
  });

  it('need all of their conditions', async () => {
    const rule = { countries: ['AT', 'DE'], languages: ['de'] };
    const at = '2026-05-01T12:00:00Z';
    equal(await applies(rule, at, { country: 'at', languages: 'de-AT' }), true);
    equal(await applies(rule, at, { country: 'AT', languages: 'en' }), false);
    equal(await applies(rule, at, { languages: 'de' }), false);
  });
});
