import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFile } from '../../shared/process/project-file.js';
import { createSelfSignedCertificate, type SelfSignedCertificate } from '../helpers/self-signed-certificate.js';
import { ADMIN_TOKEN, eventually, newAccount, stack } from '../helpers/stack.js';
import { unusedPort } from '../helpers/unused-port.js';

/** Ports and files that replace those of a deployment. */
interface Here extends SelfSignedCertificate {
  folder: string;
  /** Host and port of the front. */
  front: string;
  publicPort: number;
  operatorPort: number;
}

interface Proxy {
  file: string;
  scheme: 'http' | 'https';
  /** Version of the program; undefined if it is not installed. */
  version(): Promise<string | undefined>;
  adapt(text: string, here: Here, version: string): string;
  command(file: string, folder: string): [string, ...string[]];
}

const printed = (command: string, ...args: string[]) =>
  promisify(execFile)(command, args).then(
    ({ stdout, stderr }) => stdout + stderr,
    () => undefined,
  );

const nginxVersion = () => printed('nginx', '-v');

/** Runs as the user of the tests, in the foreground, with all files in its folder. */
function adaptNginx(text: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${kind};`);
  return text
    .replace(/^(user|pid) .*\n/gm, '')
    .replace('worker_processes auto;', 'worker_processes 1;')
    .replace(
      'http {',
      `${process.getuid?.() === 0 ? 'user root;' : ''}\npid nginx.pid;\ndaemon off;\nhttp {\n${folders.join('\n')}`,
    );
}

const nginxCommand = (file: string, folder: string): [string, ...string[]] => [
  ...(['nginx', '-c', file, '-p', folder, '-e', join(folder, 'log')] as const),
];

const proxies: readonly Proxy[] = [
  {
    file: 'deploy/nginx.conf',
    scheme: 'http',
    version: nginxVersion,
    adapt(text, { front, publicPort, operatorPort }, version) {
      const [, minor = 0, patch = 0] = (/nginx\/1\.(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
      // Outside of Docker the fronts have no name, and before 1.27.3 names are resolved once.
      const resolves = minor > 27 || (minor === 27 && patch >= 3);
      const server = resolves ? `server ${front.replace(/.*:/, 'localhost:')} resolve;` : `server ${front};`;
      return adaptNginx(text)
        .replace('server api:3000 resolve;', server)
        .replace('listen 8080;', `listen 127.0.0.1:${publicPort};`)
        .replace('listen 8081;', `listen 127.0.0.1:${operatorPort};`);
    },
    command: nginxCommand,
  },
  {
    file: 'deploy/systemd/nginx.conf',
    scheme: 'https',
    version: nginxVersion,
    adapt: (text, { front, publicPort, operatorPort, certificateFile, keyFile }) =>
      adaptNginx(text)
        .replace('server 127.0.0.1:3000', `server ${front}`)
        .replace(/.*server 127.0.0.1:3001.*\n/, '')
        .replace(/.*listen (\[::\]:)?(80|\[::\]:443) .*\n/g, '')
        .replace('listen 443 ssl', `listen 127.0.0.1:${publicPort} ssl`)
        .replace('listen 127.0.0.1:8081', `listen 127.0.0.1:${operatorPort}`)
        .replace(/(ssl_certificate) .*/, `$1 ${certificateFile};`)
        .replace(/(ssl_certificate_key) .*/, `$1 ${keyFile};`)
        .replace(/^ {2}server \{\n\n.*?\n {2}\}\n/ms, ''),
    command: nginxCommand,
  },
  {
    file: 'deploy/Caddyfile',
    scheme: 'https',
    version: () => printed('caddy', 'version'),
    adapt: (text, { front, publicPort, operatorPort, certificateFile, keyFile }) =>
      `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n${text}`
        .replace('127.0.0.1:3000 127.0.0.1:3001', front)
        .replace(/api\.example\.com.* \{/, `https://127.0.0.1:${publicPort} {\n\ttls ${certificateFile} ${keyFile}`)
        .replace(':8081 {', `:${operatorPort} {`),
    command: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
  },
];

interface Asked {
  method?: string;
  headers?: Record<string, string | number>;
  body?: string | Buffer;
  agent?: HttpAgent | false;
}

for (const { file, scheme, version, adapt, command } of proxies)
  describe(`the proxy of ${file}`, () => {
    let here: Here;
    let proxy: ChildProcess | undefined;
    let operators: string;
    let everybody: string;

    before(async function () {
      const found = await version();
      if (!found) return this.skip();
      const { platform } = await stack();
      here = {
        ...(await createSelfSignedCertificate()),
        folder: await mkdtemp(join(tmpdir(), 'proxy-')),
        front: new URL(platform.baseUrl).host,
        publicPort: await unusedPort(),
        operatorPort: await unusedPort(),
      };
      [everybody, operators] = [`${scheme}://127.0.0.1:${here.publicPort}`, `http://127.0.0.1:${here.operatorPort}`];
      const adapted = join(here.folder, 'proxy.conf');
      await writeFile(adapted, adapt(readFileSync(projectFile(file), 'utf8'), here, found));
      const [program, ...args] = command(adapted, here.folder);
      const environment = { ...process.env, HOME: here.folder, XDG_DATA_HOME: here.folder };
      proxy = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: environment });
      proxy.stderr?.resume();
      const status = async () => (await send(everybody, '/healthz').catch(() => undefined))?.status;
      equal(await eventually(status, (code) => code === 200), 200);
    });

    after(async () => {
      if (!proxy) return;
      const ended = once(proxy, 'exit');
      proxy.kill('SIGTERM');
      await ended;
      await here.remove();
      await rm(here.folder, { recursive: true });
    });

    /** Requests a path exactly as it is written. */
    async function send(base: string, path: string, { body, agent = false, ...options }: Asked = {}) {
      const ofScheme = base.startsWith('https') ? requestHttps : requestHttp;
      const request = ofScheme(base, { path, agent, ca: here.certificate, ...options });
      request.end(body);
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      let text = '';
      for await (const chunk of response) text += chunk;
      return { status: response.statusCode, headers: response.headers, text };
    }

    const logIn = (headers = {}) =>
      send(operators, '/operator/login', {
        method: 'POST',
        body: new URLSearchParams({ token: ADMIN_TOKEN }).toString(),
        headers: { Origin: operators, 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      });

    it('publishes nothing that operators use, however the path is written', async () => {
      for (const path of [
        '/operator',
        '/operator/login',
        '/Operator/login',
        '/%6fperator/login',
        '/operator%2flogin',
        '//operator/login',
        '/docs/../operator/login',
        '/operator/queues',
        '/v1/admin/accounts',
        '/V1/ADMIN/accounts',
        '/metrics',
      ]) {
        const { status, headers } = await send(everybody, path);
        // The log line of a front names its request.
        deepEqual([status, headers['x-request-id']], [404, undefined], path);
      }
    });

    it('publishes none of it by a path with dot segments, which it resolves but passes on as written', async () => {
      const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
      for (const path of [
        '/operator/../docs',
        '/operator/login/../../x',
        '/operator/login/%2e%2E/../x',
        '/operator/login/..%2F..%2fx',
        '/operator#/../x',
        '/operator/login#/../../x',
        '/v1/admin/accounts/../../../z',
        '/v1/admin/accounts/..%2f..%2f..%2fz',
        '/metrics/../x',
        '/metrics/..',
        '/metrics#/..',
        '/metrics#',
        '/x/../metrics#',
      ])
        equal((await send(everybody, path, { headers })).status, 404, path);
    });

    it('passes on requests and pages', async () => {
      const headers = { 'Content-Type': 'application/json' };
      const vat = await send(everybody, '/v1/vat', { method: 'POST', headers, body: '{"action":"list-countries"}' });
      deepEqual([vat.status, JSON.parse(vat.text).error], [401, 'API key is required']);
      ok((await send(everybody, '/docs')).headers['x-request-id']);
    });

    it('serves operators on a port of their own', async () => {
      const login = await logIn();
      equal(login.status, 302);
      match(login.headers['set-cookie']?.[0] ?? '', /^operator=/);
      const asAdmin = { headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } };
      equal((await send(operators, '/v1/admin/accounts', asAdmin)).status, 200);
    });

    if (scheme === 'http')
      it('passes on that a proxy in front of it ends TLS', async () => {
        const origin = operators.replace('http:', 'https:');
        const { headers } = await logIn({ Origin: origin, 'X-Forwarded-Proto': 'https' });
        match(headers['set-cookie']?.[0] ?? '', /; secure/i);
      });

    it('gives fronts the address of the client, whatever it claims', async () => {
      const { key } = await newAccount({ ip_ranges: ['127.0.0.1'] });
      const { key: elsewhere } = await newAccount({ ip_ranges: ['203.0.113.7'] });
      const status = async (bearer: string) => {
        const headers = {
          ...{ Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
          'X-Forwarded-For': '203.0.113.7',
        };
        return (await send(everybody, '/v1/vat', { method: 'POST', headers, body: '{"action":"list-countries"}' }))
          .status;
      };
      deepEqual([await status(key), await status(elsewhere)], [200, 403]);
    });

    it('passes on large bodies, and survives clients that abort theirs', async () => {
      const { key } = await newAccount();
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const upload = { method: 'POST', headers, body: JSON.stringify({ text: 'a'.repeat(8_000_000) }) };
      const { status, headers: sent } = await send(everybody, '/v1/qr-code/generate', upload);
      ok(sent['x-request-id'], `a response of a front, not ${status}`);
      const ofScheme = scheme === 'https' ? requestHttps : requestHttp;
      for (let aborted = 0; aborted < 20; aborted += 1) {
        const length = { ...headers, 'Content-Length': 8_000_000 };
        const request = ofScheme(everybody, {
          method: 'POST',
          path: '/v1/qr-code/generate',
          ca: here.certificate,
          headers: length,
        });
        request.on('error', () => {});
        await new Promise((resolve) => request.write('{"text":"', resolve));
        request.destroy();
      }
      equal((await send(everybody, '/healthz')).status, 200);
    });

    it('keeps connections open between requests', async () => {
      const agent = new (scheme === 'https' ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 1 });
      const used = new Set<unknown>();
      agent.on('free', (socket) => used.add(socket));
      for (let sent = 0; sent < 20; sent += 1) equal((await send(everybody, '/healthz', { agent })).status, 200);
      agent.destroy();
      equal(used.size, 1);
    });
  });
