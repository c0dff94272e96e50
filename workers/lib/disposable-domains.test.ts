import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DisposableDomains, parseDomainList } from './disposable-domains.js';

const HOUR_MS = 3_600_000;

describe('domains of disposable addresses', () => {
  const logged: string[] = [];
  const log = {
    info: (_: object, message: string) => void logged.push(message),
    warn: (_: object, message: string) => void logged.push(message),
  };
  let folder: string;
  let file: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'disposable-'));
    file = join(folder, 'domains.txt');
  });
  after(() => rm(folder, { recursive: true }));
  beforeEach(() => void logged.splice(0));

  it('come from shipped lists that name the famous services', () => {
    const shipped = new DisposableDomains(undefined, log);
    for (const domain of `mailinator.com yopmail.com guerrillamail.com sharklasers.com 10minutemail.com temp-mail.org temp-mail.io mail.tm
      moakt.com maildrop.cc getnada.com trashmail.com emailfake.com fakemail.net minuteinbox.com emailondeck.com dropmail.me
      inboxkitten.com tempmailo.com luxusmail.org inboxes.com`.split(/\s+/)) {
      ok(shipped.has(domain), domain);
    }
    ok(!shipped.has('company.example'));
  });

  it("are extended and reduced by the operator's list", async () => {
    await writeFile(file, '# ours\nthrowaway-one.com\n\nTHROWAWAY-two.com # new\nmünchen-weg.de\n!mailinator.com\n');
    const lists = new DisposableDomains(file, log);
    ok(lists.has('mailinator.com') && !lists.has('throwaway-one.com'));
    await lists.refreshIfDue(0);
    const listed = ['throwaway-one.com', 'throwaway-two.com', 'xn--mnchen-weg-9db.de', 'yopmail.com', 'mailinator.com'];
    deepEqual(
      listed.map((domain) => lists.has(domain)),
      [true, true, true, true, false],
    );
    deepEqual([lists.isConfirmed('yopmail.com'), lists.isConfirmed('mailinator.com')], [true, false]);
  });

  it('are read again every day, and keep the previous list while the new one cannot be read', async () => {
    await writeFile(file, 'throwaway-one.com');
    const lists = new DisposableDomains(file, log);
    await lists.refreshIfDue(0);
    await writeFile(file, 'throwaway-two.com');
    await lists.refreshIfDue(23 * HOUR_MS);
    ok(lists.has('throwaway-one.com') && !lists.has('throwaway-two.com'));
    await rm(file);
    await lists.refreshIfDue(24 * HOUR_MS);
    ok(lists.has('throwaway-one.com'));
    equal(logged.at(-1), 'disposable domains not refreshed: the previous list stays in use');
    await writeFile(file, 'throwaway-two.com');
    await lists.refreshIfDue(25 * HOUR_MS);
    ok(lists.has('throwaway-two.com') && !lists.has('throwaway-one.com'));
  });

  describe('at a URL', () => {
    let server: Server;
    let answer: { status: number; body: string };
    let url: string;
    before(async () => {
      server = createServer((_, response) => response.writeHead(answer.status).end(answer.body));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/domains.json`;
    });
    after(() => void server.close());

    it('are downloaded, unless the response is no list or too large', async () => {
      const lists = new DisposableDomains(url, log);
      const refresh = async (body: string, hours: number, status = 200) => {
        answer = { status, body };
        await lists.refreshIfDue(hours * HOUR_MS);
      };
      await refresh('["throwaway-one.com"]', 0);
      ok(lists.has('throwaway-one.com'));
      await refresh('throwaway-two.com', 24, 500);
      await refresh('<html><body>throwaway-two.com</body></html>', 25);
      await refresh(`throwaway-two.com\n${'#'.repeat(8 * 1024 * 1024)}`, 26);
      ok(lists.has('throwaway-one.com') && !lists.has('throwaway-two.com'));
      equal(logged.length, 4);
    });
  });

  it('are refused as a list if more than one entry in a hundred is no domain', () => {
    const domains = Array.from({ length: 200 }, (_, at) => `throwaway-${at}.com`);
    equal(parseDomainList([...domains, 'not a domain'].join('\r\n')).added.size, 200);
    throws(
      () => parseDomainList([...domains, 'a/b', 'jane@company.example', 'localhost'].join('\n')),
      /entries such as a\/b/,
    );
    for (const empty of ['', '# nothing', '[]', '{}']) throws(() => parseDomainList(empty), Error, empty);
  });
});
