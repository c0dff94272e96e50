import { deepEqual, equal, rejects } from 'node:assert/strict';
import { Resolver } from 'node:dns/promises';
import { type SandboxDns, startSandboxDns } from 'sandbox/dns';
import { sandboxZone } from 'sandbox/dns/zone';

describe('the DNS server', () => {
  let dns: SandboxDns;
  let resolver: Resolver;
  before(async () => {
    const zone = {
      ...sandboxZone,
      'long.example': { txt: Array.from({ length: 12 }, (_, at) => `${at}`.repeat(200)) },
    };
    dns = await startSandboxDns({ zone });
    resolver = new Resolver();
    resolver.setServers([dns.address]);
  });
  after(() => dns.close());

  it('knows a domain of each kind', async () => {
    deepEqual(await resolver.resolveMx('company.example'), [
      { priority: 10, exchange: 'mx1.company.example' },
      { priority: 20, exchange: 'mx2.company.example' },
    ]);
    deepEqual(await resolver.resolve4('mx1.company.example'), ['192.0.2.25']);
    deepEqual(await resolver.resolve6('aaaa-only.example'), ['2001:db8::80']);
    deepEqual(await resolver.resolveTxt('_dmarc.hosted.example'), [['v=DMARC1; p=none']]);
    deepEqual(await resolver.resolveNs('parked.example'), ['ns1.sedoparking.com', 'ns2.sedoparking.com']);
    deepEqual(await resolver.resolveMx('null-mx.example'), [{ priority: 0, exchange: '' }]);
  });

  it('knows the mailbox providers, the large ones with their real hosts', async () => {
    for (const [domain, exchange] of [
      ['gmail.com', 'gmail-smtp-in.l.google.com'],
      ['comcast.net', 'mx.comcast.net'],
      ['posteo.de', 'mx.posteo.de'],
    ] as const) {
      const [first] = await resolver.resolveMx(domain);
      equal(first?.exchange, exchange);
    }
    // The zone's own entry counts, though lists of providers name the domain as well.
    deepEqual(await resolver.resolveMx('example.com'), [{ priority: 0, exchange: '' }]);
    await rejects(resolver.resolveTxt('_dmarc.example.com'), { code: 'ENOTFOUND' });
  });

  it('tells no such name, no such record, a failure, a refusal and silence apart', async () => {
    for (const [name, code] of [
      ['nothing.example', 'ENOTFOUND'],
      ['a-only.example', 'ENODATA'],
      ['servfail.example', 'ESERVFAIL'],
      ['somewhere.else.invalid', 'EREFUSED'],
    ] as const) {
      await rejects(resolver.resolveMx(name), { code }, name);
    }
    const impatient = new Resolver({ timeout: 200, tries: 1 });
    impatient.setServers([dns.address]);
    await rejects(impatient.resolveMx('silent.example'), { code: 'ETIMEOUT' });
  });

  it('answers over TCP what is too long for UDP, and counts the questions', async () => {
    const before = dns.queryCount;
    equal((await resolver.resolveTxt('long.example')).length, 12);
    equal(dns.queryCount - before, 2);
  });
});
