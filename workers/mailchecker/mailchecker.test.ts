import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { type SandboxDns, startSandboxDns } from 'sandbox/dns';
import { ApiError } from '../../shared/contract/api-error.js';
import { mailchecker } from '../../shared/contract/catalogue/mailchecker.js';
import { pools } from '../../shared/contract/pools.js';
import { readConfig } from '../../shared/process/config.js';
import { testZone } from '../../test/helpers/dns-zone.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import { repeatUntilWithinSecond } from '../../test/helpers/timing.js';
import check from './mailchecker.js';

describe('mailchecker', () => {
  let dns: SandboxDns;
  let config: ReturnType<typeof readConfig>;

  before(async () => {
    dns = await startSandboxDns({ zone: testZone });
    config = readConfig({ DNS_SERVERS: dns.address });
  });
  after(() => dns.close());

  const ask = (email: unknown, given: Parameters<typeof runHandler>[2] = {}) =>
    runHandler(check, { email }, { config, ...given });

  const summary = async (email: string) => {
    const { trusted, score, risk, checks } = await ask(email);
    return [trusted, score, risk, checks.mail];
  };

  it('answers its own example', async () => {
    const answer = await ask(mailchecker.example.request.email);
    deepEqual(answer.recommend, ['jane.doe@gmail.com']);
  });

  it('refuses a call without an address', async () => {
    const missing = (error: unknown) =>
      error instanceof ApiError && error.status === 422 && error.message === 'Missing "email" parameter';
    await rejects(runHandler(check, {}, { config }), missing);
    await rejects(ask('  '), missing);
    await rejects(ask(null), missing);
  });

  it('gives a full answer for a good address', async () => {
    deepEqual(await ask('Jane.Doe@GMAIL.com'), {
      email: 'Jane.Doe@GMAIL.com',
      trusted: 'high',
      score: 10,
      risk: 'low',
      knownProvider: true,
      recommend: [],
      parts: [
        { part: 'valid_syntax', points: 2 },
        { part: 'mail_hosts', points: 4 },
        { part: 'spf', points: 1 },
        { part: 'dmarc', points: 1 },
        { part: 'known_provider', points: 2 },
      ],
      checks: {
        valid: true,
        reason: null,
        normalized: 'Jane.Doe@gmail.com',
        disposable: false,
        free: true,
        role: false,
        mail: 'mx',
        mx: ['gmail-smtp-in.l.google.com', 'alt1.gmail-smtp-in.l.google.com'],
        parked: false,
        spf: true,
        dmarc: 'reject',
      },
    });
  });

  it('rates what is no address with 0, high risk, status 200', async () => {
    const answer = await ask('jane.doe');
    deepEqual([answer.trusted, answer.score, answer.risk], ['low', 0, 'high']);
    deepEqual([answer.checks.valid, answer.checks.reason], [false, 'There is no @']);
  });

  it('reads every kind of domain from the DNS', async () => {
    const kinds: Record<string, [string, number, string, string]> = {
      'jane@company.example': ['high', 8, 'low', 'mx'],
      'jane@hosted.example': ['high', 9, 'low', 'mx'],
      'jane@münchen.example': ['high', 8, 'low', 'mx'],
      'jane@plain-mx.example': ['medium', 6, 'medium', 'mx'],
      'jane@two-mx.example': ['medium', 6, 'medium', 'mx'],
      'jane@a-only.example': ['low', 3, 'high', 'address_only'],
      'jane@aaaa-only.example': ['low', 3, 'high', 'address_only'],
      'jane@null-mx.example': ['low', 1, 'high', 'null_mx'],
      'jane@no-mail.example': ['low', 1, 'high', 'none'],
      'jane@dangling-mx.example': ['low', 1, 'high', 'none'],
      'jane@localhost-mx.example': ['low', 1, 'high', 'none'],
      'jane@loopback.example': ['low', 1, 'high', 'none'],
      'jane@does-not-exist.example': ['low', 1, 'high', 'none'],
      'jane@parked.example': ['low', 1, 'high', 'mx'],
      'jane@servfail.example': ['unknown', 2, 'medium', 'unknown'],
      'jane@[192.0.2.1]': ['low', 3, 'high', 'address_only'],
    };
    // In a second, no server that answers was given up.
    for (const [email, wanted] of Object.entries(kinds))
      deepEqual(await repeatUntilWithinSecond(() => summary(email)), wanted, email);
    deepEqual(await summary('jane@slow-host.example'), ['medium', 6, 'medium', 'mx']);
  });

  it('sorts mail hosts by preference', async () => {
    deepEqual((await repeatUntilWithinSecond(() => ask('jane@two-mx.example'))).checks.mx, [
      'gone.company.example',
      'mx2.company.example',
    ]);
  });

  it('sees parking in name servers', async () => {
    equal((await repeatUntilWithinSecond(() => ask('jane@parked.example'))).checks.parked, true);
    equal((await ask('jane@company.example')).checks.parked, false);
  });

  it('reads SPF and DMARC, inherited and in answers too long for UDP', async () => {
    const read = async (email: string) => {
      const { spf, dmarc } = (await repeatUntilWithinSecond(() => ask(email))).checks;
      return [spf, dmarc];
    };
    deepEqual(await read('jane@company.example'), [true, 'reject']);
    deepEqual(await read('jane@hosted.example'), [true, 'none']);
    deepEqual(await read('jane@plain-mx.example'), [false, 'absent']);
    deepEqual(await read('jane@sub.company.example'), [false, 'reject']);
    deepEqual(await read('jane@sub.strict.example'), [false, 'quarantine']);
    deepEqual(await read('jane@long.example'), [true, 'absent']);
  });

  it('says unknown, long before a caller stops waiting, when the DNS is silent', async () => {
    const started = Date.now();
    deepEqual(await summary('jane@silent.example'), ['unknown', 2, 'medium', 'unknown']);
    ok(Date.now() - started < pools.fetch.deadlineMs / 2, `${Date.now() - started} ms`);
  });

  it('says unknown when no server can be reached, and still knows what needs none', async () => {
    const offline = { config: readConfig({ DNS_SERVERS: '127.0.0.1:9' }) };
    const provider = await ask('jane@gmail.com', offline);
    deepEqual([provider.trusted, provider.score, provider.knownProvider], ['unknown', 4, true]);
    const disposable = await ask('jane@mailinator.com', offline);
    deepEqual([disposable.trusted, disposable.risk], ['low', 'high']);
    deepEqual((await ask('jane@gmial.con', offline)).recommend, ['jane@gmail.com']);
  });

  it('stops with the call', async () => {
    // The default timeout is 2 s.
    const answer = await repeatUntilWithinSecond(() =>
      ask('jane@silent.example', { signal: AbortSignal.timeout(100) }),
    );
    equal(answer.trusted, 'unknown');
  });

  it('knows disposable addresses, by their domain and by their mail host', async () => {
    for (const email of ['jane@mailinator.com', 'jane@behind-mailinator.example', 'jane@yopmail.com']) {
      const answer = await ask(email);
      deepEqual([answer.checks.disposable, answer.risk, answer.knownProvider], [true, 'high', false], email);
      ok(answer.score <= 1);
    }
    equal((await ask('jane@gmail.com')).checks.disposable, false);
  });

  it('knows role accounts and placeholders', async () => {
    deepEqual(await summary('info@company.example'), ['medium', 6, 'medium', 'mx']);
    deepEqual(await summary('Postmaster+list@company.example'), ['medium', 6, 'medium', 'mx']);
    deepEqual(await summary('test@gmail.com'), ['medium', 7, 'medium', 'mx']);
    equal((await ask('informatica@company.example')).checks.role, false);
  });

  it('says when its answer comes from a sandbox, and only then', async () => {
    const headers = new Map<string, string>();
    await ask('jane@company.example', { headers });
    equal(headers.get('X-Upstream'), undefined);
    const sandboxed = readConfig({ DNS_SERVERS: dns.address, UPSTREAM_SANDBOX: 'rates-primary,dns' });
    await ask('jane@company.example', { headers, config: sandboxed });
    equal(headers.get('X-Upstream'), 'sandbox');
  });

  it('never opens a connection to a mail host', async () => {
    // The zone's mail hosts are in 192.0.2.0/24 (RFC 5737), where a connection would hang until its deadline.
    await repeatUntilWithinSecond(() => ask('jane@company.example'));
  });
});
