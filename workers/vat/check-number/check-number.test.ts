import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { openStage, type Stage } from '../../../test/helpers/handler-stage.js';
import { runHandler } from '../../../test/helpers/run-handler.js';
import { Upstreams } from '../../lib/upstream/upstreams.js';
import vat from '../vat.js';

// Published numbers: see shared/vat/check-digits.test.ts. Numbers of the sandbox with four zeros in a row are not registered.
const FRENCH = 'FR 13 393 892 815';
const GERMAN = 'DE 113866163';
const UNREGISTERED = 'BE 0200.000.043';
const NOW = '2026-04-20T18:00:00.000Z';

describe('action check-number', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());
  beforeEach(async () => {
    await stage.reset();
    await stage.setTime(NOW);
  });

  type Given = ReturnType<Stage['given']>;
  const check = async (vat_number: string, fields: object = {}, given: Given = stage.given()) => {
    const answer = await runHandler(vat, { action: 'check-number', vat_number, ...fields }, given);
    ok('vat_number' in answer);
    return answer;
  };
  /** Makes VIES respond with an error to requests for a member state. */
  const fail = (state: string, error: string, times?: number) =>
    stage.injectFault({
      ...{ upstream: 'vies', kind: 'other-body', matching: `"countryCode":"${state}"`, ...(times && { times }) },
      body: JSON.stringify({ actionSucceed: false, errorWrappers: [{ error }] }),
      contentType: 'application/json',
    });

  it('returns what the register of the member state has', async () => {
    const given = stage.given();
    const answer = await check(FRENCH, {}, given);
    ok(answer.name?.startsWith('Sandbox '));
    deepEqual(
      { ...answer, name: null, address: null },
      {
        ...{ vat_number: 'FR13393892815', country_code: 'FR', format_valid: true, checksum_valid: true },
        ...{ status: 'valid', reason: null, name: null, address: null, consultation_number: null },
        ...{ checked_at: NOW, source: 'VIES', warnings: [] },
      },
    );
    equal(given.headers.get('X-Upstream'), 'sandbox');
    const [request] = await stage.received('vies');
    deepEqual([request?.path, request?.body], ['check-vat-number', { countryCode: 'FR', vatNumber: '13393892815' }]);
  });

  it('returns null for what a member state does not disclose', async () => {
    const { status, name, address } = await check(GERMAN);
    deepEqual([status, name, address], ['valid', null, null]);
  });

  it('returns invalid for a number that is not registered', async () => {
    const { status, reason, checksum_valid } = await check(UNREGISTERED);
    deepEqual([status, reason, checksum_valid], ['invalid', 'not_registered', true]);
  });

  // Response of the test service to the number 100, with a request date as VIES sends it for a day (rocketfellows/vies-vat-validation-php-sdk-rest).
  it('reads a response as VIES sends it, with fields of other checks', async () => {
    const undisclosed = ['Name', 'Street', 'PostalCode', 'City', 'CompanyType'].flatMap((field) => [
      [`trader${field}`, '---'],
      [`trader${field}Match`, 'NOT_PROCESSED'],
    ]);
    const body = JSON.stringify({
      ...{ countryCode: 'FR', vatNumber: '13393892815', requestDate: '2026-04-20+02:00', valid: true },
      ...{ requestIdentifier: '', name: 'John Doe', address: '123 Main St, Anytown, UK' },
      ...Object.fromEntries(undisclosed),
    });
    await stage.injectFault({ upstream: 'vies', kind: 'other-body', body, contentType: 'application/json' });
    const { status, name, consultation_number, checked_at } = await check(FRENCH);
    deepEqual([status, name, consultation_number, checked_at], ['valid', 'John Doe', null, NOW]);
  });

  it('asks no register about a number without a valid format, or if it is not wanted', async () => {
    const wrong = await check('DE 1234');
    deepEqual([wrong.status, wrong.reason, wrong.source], ['invalid', 'format', 'format']);
    const offline = await check(GERMAN, { online: false });
    deepEqual([offline.status, offline.reason, offline.checksum_valid], ['unknown', 'not_requested', true]);
    const checksum = await check('DE 113866164', { online: false });
    deepEqual([checksum.status, checksum.reason, checksum.format_valid], ['invalid', 'checksum', true]);
    deepEqual(await stage.received('vies'), []);
  });

  it('knows format and check digits where VIES has no register', async () => {
    for (const number of ['GB 980 7806 84', 'CHE-107.787.577 IVA', 'NO 987 008 644 MVA', 'NZ 12345678']) {
      const { status, reason, format_valid } = await check(number);
      deepEqual([number, status, reason, format_valid], [number, 'unknown', 'not_covered', true]);
    }
    const { status, reason } = await check('GB802311781');
    deepEqual([status, reason], ['invalid', 'checksum']);
    const northern = await check('XI 432525179');
    deepEqual([northern.country_code, northern.status], ['XI', 'valid']);
  });

  it('takes the word of the register about check digits, with a warning', async () => {
    const { status, checksum_valid, warnings } = await check('IT 00687129980');
    deepEqual([status, checksum_valid, warnings.length], ['valid', false, 1]);
  });

  it('warns of a country code that contradicts the prefix', async () => {
    const { country_code, warnings } = await check(FRENCH, { country_code: 'DE' });
    equal(country_code, 'FR');
    deepEqual(warnings, ['The number has the prefix FR: country_code DE was ignored']);
    deepEqual((await check('13393892815', { country_code: 'FR' })).warnings, []);
    deepEqual((await check('EL 094259216', { country_code: 'GR' })).warnings, []);
    deepEqual((await check('GB 980 7806 84', { country_code: 'UK' })).warnings, []);
  });

  it('returns a consultation number to a requester', async () => {
    const { consultation_number } = await check(FRENCH, { requester_vat_number: 'ATU 142 43 102' });
    ok(consultation_number?.startsWith('WAPI'));
    const [request] = await stage.received('vies');
    deepEqual(request?.body, {
      ...{ countryCode: 'FR', vatNumber: '13393892815' },
      ...{ requesterMemberStateCode: 'AT', requesterNumber: 'U14243102' },
    });
  });

  it('caches a response with its time, for its requester only', async () => {
    const { name } = await check(FRENCH);
    await stage.setTime('2026-04-21T17:00:00Z');
    const cached = await check(FRENCH);
    deepEqual([cached.source, cached.checked_at, cached.name], ['cache', NOW, name]);
    const requesters = [{ requester_vat_number: 'ATU14243102' }, { requester_vat_number: 'BE 0202.239.951' }];
    for (const requester of requesters) equal((await check(FRENCH, requester)).source, 'VIES');
    await stage.setTime('2026-04-21T17:00:01Z');
    equal((await check(FRENCH, requesters[0])).source, 'cache');
    await stage.setTime('2026-04-21T18:00:01Z');
    equal((await check(FRENCH)).source, 'VIES');
  });

  it('refuses a number without a country, and a requester that is not registered', async () => {
    await rejects(check(''), { status: 400, param: 'vat_number' });
    await rejects(check('13393892815'), { status: 400, param: 'country_code' });
    await rejects(check('13393892815', { country_code: 'ZZ' }), { status: 404, param: 'country_code' });
    for (const requester_vat_number of ['GB980780684', 'FR1', 'BE 0000000097'])
      await rejects(check(FRENCH, { requester_vat_number }), { status: 400, param: 'requester_vat_number' });
  });

  // The numbers of the test service, as VIES documents them, with the error that each returns.
  const errors: [number: string, error: string, reason: string, checked: string][] = [
    ['201', 'INVALID_INPUT', 'refused', 'ATU14243102'],
    ['300', 'SERVICE_UNAVAILABLE', 'service_unavailable', 'BE0202239951'],
    ['301', 'MS_UNAVAILABLE', 'member_state_unavailable', 'DE113866163'],
    ['302', 'TIMEOUT', 'timeout', 'DK10503280'],
    ['400', 'VAT_BLOCKED', 'refused', 'EE100931558'],
    ['401', 'IP_BLOCKED', 'refused', 'FI01968312'],
    ['500', 'GLOBAL_MAX_CONCURRENT_REQ', 'too_many_requests', 'FR13393892815'],
    ['501', 'GLOBAL_MAX_CONCURRENT_REQ_TIME', 'too_many_requests', 'LU22221268'],
    ['600', 'MS_MAX_CONCURRENT_REQ', 'too_many_requests', 'PL5840304472'],
    ['601', 'MS_MAX_CONCURRENT_REQ_TIME', 'too_many_requests', 'SK2022749619'],
  ];
  it('returns unknown for every error of VIES', async () => {
    const given = stage.given();
    const checkOne = async ([number, error, reason, checked]: (typeof errors)[number]) => {
      const body = JSON.stringify({ countryCode: 'XI', vatNumber: number });
      const test = await fetch(`${stage.sandboxUrl}/vies/check-vat-test-service`, { method: 'POST', body });
      deepEqual(await test.json(), { actionSucceed: false, errorWrappers: [{ error }] });
      await fail(checked.slice(0, 2), error);
      const answer = await check(checked, {}, given);
      deepEqual([error, answer.status, answer.reason, answer.source], [error, 'unknown', reason, 'format']);
    };
    // No more at once than there are slots.
    await Promise.all(errors.slice(0, 5).map(checkOne));
    await Promise.all(errors.slice(5).map(checkOne));
  });

  it('returns unknown while VIES cannot be reached or sends something else', async () => {
    const given = stage.given();
    const kinds = { FR13393892815: 'server-error', LU22221268: 'broken-json', PL5840304472: 'truncated-body' } as const;
    const answers = Object.entries(kinds).map(async ([number, kind]) => {
      await stage.injectFault({ upstream: 'vies', kind, matching: `"countryCode":"${number.slice(0, 2)}"` });
      const { status, reason } = await check(number, {}, given);
      return [kind, status, reason];
    });
    deepEqual(
      await Promise.all(answers),
      Object.values(kinds).map((kind) => [kind, 'unknown', 'service_unavailable']),
    );
  });

  it('stops requesterNumber a member state that is unavailable, and no other one', async () => {
    await fail('FR', 'MS_UNAVAILABLE');
    const given = stage.given();
    for (let times = 0; times < 2; times++) equal((await check(FRENCH, {}, given)).status, 'unknown');
    const sent = (await stage.received('vies')).length;
    equal(sent, 5, 'five attempts open the circuit');
    const { status, reason } = await check(FRENCH, {}, given);
    deepEqual([status, reason], ['unknown', 'member_state_unavailable']);
    equal((await stage.received('vies')).length, sent, 'nothing was sent');
    equal((await check(GERMAN, {}, given)).status, 'valid');
    const states = given.upstreams instanceof Upstreams ? given.upstreams.breakerStates() : {};
    deepEqual(states, { vies: 'closed', 'vies/FR': 'open', 'vies/DE': 'closed' });
  });

  it('asks a member state again when it is back', async () => {
    await fail('FR', 'MS_UNAVAILABLE', 3);
    const given = stage.given();
    equal((await check(FRENCH, {}, given)).status, 'unknown');
    equal((await check(FRENCH, {}, given)).status, 'valid');
  });

  it('names the setting if VIES is not configured', async () => {
    await rejects(check(FRENCH, {}, stage.given({ VIES_URL: undefined })), { status: 502, message: /VIES_URL/ });
    equal((await check(FRENCH, { online: false }, stage.given({ VIES_URL: undefined }))).status, 'unknown');
  });

  it('logs neither names nor addresses', async () => {
    const { name } = await check(FRENCH);
    await stage.reset();
    // The error of JSON.parse quotes what it cannot parse.
    const body = `${name}`;
    await stage.injectFault({ upstream: 'vies', kind: 'other-body', body, contentType: 'application/json' });
    equal((await check(FRENCH)).status, 'unknown');
    ok(stage.logged.length > 0);
    ok(!JSON.stringify(stage.logged).includes('Sandbox'), JSON.stringify(stage.logged));
  });
});
