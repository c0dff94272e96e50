import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SandboxDns, startSandboxDns } from 'sandbox/dns';
import { ApiError } from '../../shared/contract/api-error.js';
import { mailchecker } from '../../shared/contract/catalogue/mailchecker.js';
import { pools } from '../../shared/contract/pools.js';
import { readConfig } from '../../shared/process/config.js';
import { testZone } from '../../test/helpers/dns-zone.js';
import { makeCall, runHandler } from '../../test/helpers/run-handler.js';
import { pollForSecond, repeatUntilWithinSecond } from '../../test/helpers/timing.js';
import { DisposableDomains } from '../lib/disposable-domains.js';
import { Resolver } from '../lib/dns.js';
import { isDisposable, knownProviders } from './domains.js';
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
      reasons: [],
      checks: {
        valid: true,
        reason: null,
        normalized: 'Jane.Doe@gmail.com',
        typo: null,
        disposable: false,
        relay: false,
        free: true,
        role: false,
        mail: 'mx',
        mx: ['gmail-smtp-in.l.google.com', 'alt1.gmail-smtp-in.l.google.com'],
        mx_provider: 'Gmail',
        catch_all: false,
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

  it('corrects typosquats although they take mail, and trusts them less', async () => {
    const meant: Record<string, string> = {
      'gmai.com': 'gmail.com',
      'gmil.com': 'gmail.com',
      'gnail.com': 'gmail.com',
      'gmail.cm': 'gmail.com',
      'outloo.com': 'outlook.com',
      'hotmal.com': 'hotmail.com',
      'protonmial.com': 'protonmail.com',
      'aoll.com': 'aol.com',
      'gmx.ne': 'gmx.net',
    };
    for (const [typed, domain] of Object.entries(meant)) {
      const { recommend, trusted, risk, score, reasons, checks } = await repeatUntilWithinSecond(() =>
        ask(`jane@${typed}`),
      );
      deepEqual([recommend, checks.mail, trusted, risk], [[`jane@${domain}`], 'mx', 'low', 'high'], typed);
      ok(
        score <= 4 && reasons.includes('mistyped_domain') && checks.typo !== null && !checks.free && !checks.disposable,
        typed,
      );
    }
    const real = await repeatUntilWithinSecond(() => ask('jane@gail.com'));
    deepEqual([real.recommend, real.trusted, real.checks.typo], [[], 'high', null]);
  });

  it('knows disposable addresses, by their domain, one above it and their mail host', async () => {
    for (const email of [
      'jane@mailinator.com',
      'jane@deep.below.mailinator.com',
      'jane@behind-mailinator.example',
      'jane@throwaway.example',
      'jane@yopmail.com',
    ]) {
      const answer = await ask(email);
      deepEqual([answer.checks.disposable, answer.risk, answer.knownProvider], [true, 'high', false], email);
      ok(answer.score <= 1 && answer.reasons[0] === 'disposable');
    }
    equal((await ask('jane@gmail.com')).checks.disposable, false);
  });

  it('calls no provider disposable, whatever a list says', () => {
    const everything = { has: () => true, isConfirmed: () => true };
    deepEqual(
      [...knownProviders].filter((domain) => isDisposable(domain, [], everything)),
      [],
    );
  });

  it('calls no company disposable for its mail hosts, nor for a collected list if a filter of companies receives its mail', () => {
    const collected = { has: (domain: string) => domain === 'company.example', isConfirmed: () => false };
    equal(isDisposable('company.example', ['mx.company.example'], collected), true);
    equal(isDisposable('company.example', ['eu-smtp-inbound-1.mimecast.com'], collected), false);
    const everything = { has: () => true, isConfirmed: (domain: string) => domain !== 'company.example' };
    for (const host of ['aspmx.l.google.com', 'mx1.simplelogin.co', 'mx.mailinblack.com']) {
      equal(isDisposable('company.example', [host], { ...everything, has: () => false }), false, host);
    }
  });

  it("reads the operator's list by itself", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'disposable-'));
    try {
      const file = join(folder, 'list.txt');
      await writeFile(file, 'company.example\n');
      const { log } = makeCall();
      const disposable = new DisposableDomains(file, log);
      const isDisposableNow = async () => (await ask('jane@company.example', { disposable })).checks.disposable;
      equal(await pollForSecond(isDisposableNow, (answer) => answer), true);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('tells relays from disposable addresses', async () => {
    for (const domain of [
      'privaterelay.appleid.com',
      'duck.com',
      'mozmail.com',
      'passmail.net',
      'jane.anonaddy.com',
      '33mail.com',
    ]) {
      const { checks, reasons } = await ask(`jane@${domain}`);
      deepEqual([checks.relay, checks.disposable, checks.free, reasons[0]], [true, false, true, 'relay'], domain);
    }
    equal((await ask('jane@company.example')).checks.relay, false);
  });

  it('calls no domain for examples a free provider', async () => {
    for (const domain of ['example.com', 'example.net', 'example.org'])
      equal((await ask(`jane@${domain}`)).checks.free, false, domain);
  });

  it('names who receives the email, and whether any local part does where that is known', async () => {
    const read = async (domain: string) => {
      const { mx_provider, catch_all } = (await repeatUntilWithinSecond(() => ask(`jane@${domain}`))).checks;
      return [mx_provider, catch_all];
    };
    deepEqual(await read('workspace.example'), ['Google Workspace', null]);
    deepEqual(await read('hosted.example'), ['Microsoft 365', null]);
    deepEqual(await read('outlook.com'), ['Outlook.com', false]);
    deepEqual(await read('mailinator.com'), [null, true]);
    deepEqual(await read('jane.33mail.com'), [null, true]);
    deepEqual(await read('company.example'), [null, null]);
  });

  it('looks up a domain once for concurrent calls', async () => {
    const { dns: resolver } = makeCall({ config });
    const asked = dns.queryCount;
    await ask('jane@plain-mx.example', { dns: new Resolver(dns.address) });
    const once = dns.queryCount - asked;
    await Promise.all(Array.from({ length: 20 }, (_, at) => ask(`jane${at}@plain-mx.example`, { dns: resolver })));
    // A query may be repeated on a busy machine.
    ok(dns.queryCount - asked <= 4 * once, `${dns.queryCount - asked} queries, ${once} for one call`);
  });

  it('knows role accounts and placeholders', async () => {
    deepEqual(await summary('info@company.example'), ['medium', 6, 'medium', 'mx']);
    deepEqual(await summary('Postmaster+list@company.example'), ['medium', 6, 'medium', 'mx']);
    deepEqual(await summary('test@gmail.com'), ['medium', 7, 'medium', 'mx']);
    const roles =
      'No-Reply do_not_reply customer.service sales2 kundenservice servicioalcliente comptabilité büro segreteria'.split(
        ' ',
      );
    for (const local of roles) equal((await ask(`${local}@company.example`)).checks.role, true, local);
    for (const local of ['informatica', 'h.r', 'jane.sales', 'salesman', 'maxime1']) {
      equal((await ask(`${local}@company.example`)).checks.role, false, local);
    }
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
