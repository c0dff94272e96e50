import { deepEqual, equal, match } from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFile } from '../../shared/process/project-file.js';
import { ADMIN_TOKEN, call, eventually, stack } from '../helpers/stack.js';
import { unusedPort } from '../helpers/unused-port.js';

/** nginx, with the file to deploy with, before the front of the tests. */
describe('the proxy before the fronts', () => {
  let folder: string;
  let proxy: ChildProcess;
  let callers: string;
  let operators: string;

  before(async function () {
    const told = await promisify(execFile)('nginx', ['-v']).catch(() => undefined);
    if (!told) return this.skip();
    const [, minor = 0, patch = 0] = (/nginx\/1\.(\d+)\.(\d+)/.exec(told.stdout + told.stderr) ?? []).map(Number);
    const { platform } = await stack();
    folder = await mkdtemp(join(tmpdir(), 'proxy-'));
    const [publicPort, ownPort] = [await unusedPort(), await unusedPort()];
    [callers, operators] = [`http://127.0.0.1:${publicPort}`, `http://127.0.0.1:${ownPort}`];
    // Outside of Docker the fronts have no name, and before 1.27.3 names were looked up once.
    const asksAgain = minor > 27 || (minor === 27 && patch >= 3);
    const fronts = asksAgain ? platform.baseUrl.replace(/.*:/, 'localhost:') : new URL(platform.baseUrl).host;
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${kind};`);
    const file = join(folder, 'nginx.conf');
    const here = readFileSync(projectFile('deploy/nginx.conf'), 'utf8')
      .replace('server api:3000 resolve;', `server ${fronts}${asksAgain ? ' resolve' : ''};`)
      .replace('listen 8080;', `listen 127.0.0.1:${publicPort};`)
      .replace('listen 8081;', `listen 127.0.0.1:${ownPort};`)
      .replace('http {', `pid nginx.pid;\ndaemon off;\nhttp {\naccess_log off;\n${folders.join('\n')}`);
    await writeFile(file, here);
    proxy = spawn('nginx', ['-c', file, '-p', folder, '-e', join(folder, 'log')], { stdio: 'inherit' });
    const status = async () => (await fetch(`${callers}/healthz`).catch(() => undefined))?.status;
    equal(await eventually(status, (code) => code === 200), 200);
  });

  after(async () => {
    if (!proxy) return;
    const ended = once(proxy, 'exit');
    proxy.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  });

  /** Asks for a path exactly as it is written. */
  async function raw(base: string, path: string): Promise<IncomingMessage> {
    const asked = request(base, { path, agent: false });
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer;
  }

  it('publishes nothing that operators use, however the path is written', async () => {
    for (const path of [
      '/operator',
      '/operator/login',
      '/Operator/login',
      '/%6fperator/login',
      '/operator%2flogin',
      '//operator/login',
      '/docs/../operator/login',
      `${callers}/operator/login`,
      '/operator/queues',
      '/v1/admin/accounts',
      '/V1/ADMIN/accounts',
      '/metrics',
    ]) {
      const { statusCode, headers } = await raw(callers, path);
      // The log line of a front names its request.
      deepEqual([statusCode, headers['x-request-id']], [404, undefined], path);
    }
  });

  it('lets calls and pages through', async () => {
    const vat = await call('/v1/vat', { action: 'list-countries' }, { baseUrl: callers });
    deepEqual([vat.status, vat.body.error], [401, 'API key is required']);
    equal((await raw(callers, '/docs')).headers['x-request-id'] === undefined, false);
  });

  it('serves operators on a port of their own', async () => {
    const login = await fetch(`${operators}/operator/login`, {
      method: 'POST',
      body: new URLSearchParams({ token: ADMIN_TOKEN }),
      headers: { Origin: operators },
      redirect: 'manual',
    });
    equal(login.status, 302);
    match(login.headers.get('set-cookie') ?? '', /^operator=/);
    const asAdmin = { method: 'GET', baseUrl: operators, headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } };
    equal((await call('/v1/admin/accounts', undefined, asAdmin)).status, 200);
  });
});
