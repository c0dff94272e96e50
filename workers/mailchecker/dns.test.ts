import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Packet } from 'dns2';
import { type SandboxDns, startSandboxDns } from 'sandbox/dns';
import { testZone } from '../../test/helpers/dns-zone.js';
import { parseServers, Resolver, ServersError } from '../lib/dns.js';

const inTime = () => AbortSignal.timeout(60_000);

describe("mailchecker: the DNS's answers", () => {
  let dns: SandboxDns;

  before(async () => {
    dns = await startSandboxDns({ zone: testZone });
  });
  after(() => dns.close());

  const resolver = () => new Resolver(dns.address);

  it('are cached as long as they allow', async () => {
    const ours = resolver();
    const before = dns.queryCount;
    await ours.find('brief.example', 'MX', inTime(), 0);
    await ours.find('brief.example', 'MX', inTime(), 29_000);
    equal(dns.queryCount - before, 1);
    await ours.find('brief.example', 'MX', inTime(), 31_000);
    equal(dns.queryCount - before, 2);
  });

  it('are cached when there is nothing, for a minute', async () => {
    const ours = resolver();
    const before = dns.queryCount;
    const find = (now: number) => ours.find('does-not-exist.example', 'MX', inTime(), now);
    equal((await find(0)).state, 'no_name');
    equal((await find(59_000)).state, 'no_name');
    equal(dns.queryCount - before, 1);
    await find(61_000);
    equal(dns.queryCount - before, 2);
  });

  it('are not cached when the servers failed', async () => {
    const ours = resolver();
    const before = dns.queryCount;
    equal((await ours.find('servfail.example', 'MX', inTime(), 0)).state, 'unknown');
    const once = dns.queryCount - before;
    equal((await ours.find('servfail.example', 'MX', inTime(), 0)).state, 'unknown');
    equal(dns.queryCount - before, 2 * once);
  });

  it('tell a name without such records from no name', async () => {
    equal((await resolver().find('no-mail.example', 'MX', inTime(), 0)).state, 'no_records');
    equal((await resolver().find('nothing.example', 'MX', inTime(), 0)).state, 'no_name');
  });

  it('come over TCP when they are too long for UDP', async () => {
    const { records } = await resolver().find('long.example', 'TXT', inTime(), 0);
    equal(records.length, 13);
  });

  it('come from the next server when the first is dead, refuses or is silent', async () => {
    const silent = createSocket('udp4');
    silent.bind(0, '127.0.0.1');
    await once(silent, 'listening');
    try {
      for (const first of ['127.0.0.1:9', `127.0.0.1:${silent.address().port}`]) {
        const ours = new Resolver(`${first},${dns.address}`);
        equal((await ours.find('company.example', 'MX', inTime(), 0)).records.length, 2, first);
      }
    } finally {
      silent.close();
    }
  });

  it('are not taken from anyone who does not know the question', async () => {
    const forger = createSocket('udp4', (message, { port, address }) => {
      const answer = (id: number, name: string) => {
        const packet = new Packet();
        Object.assign(packet.header, { id, qr: 1 });
        packet.questions.push(new Packet.Question(name, Packet.TYPE.A, Packet.CLASS.IN));
        const record = new Packet.Resource(name, Packet.TYPE.A, Packet.CLASS.IN, 60);
        packet.answers.push(Object.assign(record, { address: '192.0.2.66' }));
        forger.send(packet.toBuffer(), port, address);
      };
      const { header } = Packet.parse(message);
      answer((header.id + 1) % 0x10000, 'company.example');
      answer(header.id, 'other.example');
      forger.send(Buffer.from('not a packet'), port, address);
    });
    forger.bind(0, '127.0.0.1');
    await once(forger, 'listening');
    try {
      const ours = new Resolver(`127.0.0.1:${forger.address().port}`);
      equal((await ours.find('company.example', 'A', inTime(), 0)).state, 'unknown');
    } finally {
      forger.close();
    }
  });

  it('are waited for no longer than the signal says', async () => {
    const took = async (signal: AbortSignal) => {
      const started = performance.now();
      equal((await resolver().find('silent.example', 'MX', signal, 0)).state, 'unknown');
      return performance.now() - started;
    };
    const [patient, hurried] = [await took(inTime()), await took(AbortSignal.timeout(50))];
    ok(hurried < patient - 200, `${hurried} ms, where it would wait ${patient} ms`);
  });

  it('are asked of the servers of the setting', () => {
    deepEqual(parseServers('9.9.9.9, 127.0.0.1:5353,[2620:fe::fe]:53, ::1'), [
      { host: '9.9.9.9', port: 53 },
      { host: '127.0.0.1', port: 5353 },
      { host: '2620:fe::fe', port: 53 },
      { host: '::1', port: 53 },
    ]);
    for (const wrong of ['dns.company.example', '9.9.9.9:0', '9.9.9.9:70000', '[::1']) {
      throws(() => parseServers(wrong), ServersError, wrong);
    }
  });
});
