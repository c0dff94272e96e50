import { equal, match, ok } from 'node:assert/strict';
import { type ExecFileException, execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFile } from '../../shared/process/project-file.js';

const run = promisify(execFile);
const DEADLINE_MS = 180_000;

/** Runs a tool and gives all that it printed; undefined when it is not installed. */
async function tool(command: string, args: readonly string[], cwd?: string): Promise<string | undefined> {
  try {
    const { stdout, stderr } = await run(command, [...args], { timeout: DEADLINE_MS, ...(cwd ? { cwd } : {}) });
    return stdout + stderr;
  } catch (caught) {
    const { code, stdout, stderr } = caught as ExecFileException;
    if (code === 'ENOENT') return undefined;
    throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`);
  }
}

/** Each is read by the very tool that it is for, where that is installed. */
describe('the files to deploy with, read by their own tools', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deploy-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('Prometheus: what it scrapes, and the alerts', async function () {
    const told = await tool('promtool', ['check', 'config', projectFile('deploy/prometheus/prometheus.yml')]);
    if (told === undefined) return this.skip();
    match(told, /SUCCESS: \d+ rules found/);
  });

  it('Prometheus: every query of the dashboard', async function () {
    const { panels } = JSON.parse(readFileSync(projectFile('deploy/grafana/dashboards/utility-api.json'), 'utf8'));
    const queries: string[] = panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
      targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')),
    );
    const rules = queries.map((expr, index) => ({ record: `panel:${index}`, expr }));
    await writeFile(join(folder, 'rules.yml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    const told = await tool('promtool', ['check', 'rules', join(folder, 'rules.yml')]);
    if (told === undefined) return this.skip();
    match(told, new RegExp(`SUCCESS: ${queries.length} rules found`));
  });

  it('systemd: the units', async function () {
    await cp(projectFile('deploy/systemd'), folder, { recursive: true });
    const unit = join(folder, 'utility-api@api-1.service');
    await copyFile(join(folder, 'utility-api@.service'), unit);
    const told = await tool('systemd-analyze', ['verify', '--man=no', unit, join(folder, 'utility-api.target')]);
    if (told === undefined) return this.skip();
    equal(told.replace(/^.*(not found|not executable|Failed to prepare filename).*\n?/gm, ''), '');
  });

  it('nginx: the proxy before the fronts', async function () {
    const version = /nginx\/1\.(\d+)\.(\d+)/.exec((await tool('nginx', ['-v'])) ?? '');
    if (!version) return this.skip();
    const asksAgain = Number(version[1]) > 27 || (Number(version[1]) === 27 && Number(version[2]) >= 3);
    // Outside of Docker the fronts have no name, and before 1.27.3 names were looked up once.
    const fronts = asksAgain ? 'server localhost:3000 resolve;' : 'server 127.0.0.1:3000;';
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${kind};`);
    const here = readFileSync(projectFile('deploy/nginx.conf'), 'utf8')
      .replace('server api:3000 resolve;', fronts)
      .replace('http {', `pid nginx.pid;\nhttp {\naccess_log off;\n${folders.join('\n')}`);
    await writeFile(join(folder, 'nginx.conf'), here);
    const told = await tool('nginx', ['-t', '-c', join(folder, 'nginx.conf'), '-p', folder, '-e', join(folder, 'log')]);
    match(told ?? '', /test is successful/);
  });

  it('Docker Compose: the services', async function () {
    if (!(await tool('docker', ['compose', 'version']).catch(() => undefined))) return this.skip();
    await copyFile(projectFile('docker-compose.yml'), join(folder, 'docker-compose.yml'));
    await writeFile(join(folder, '.env'), 'GRAFANA_PASSWORD=secret\nADMIN_TOKEN=secret\n');
    const told = await tool('docker', ['compose', 'config', '--quiet'], folder);
    ok(told !== undefined);
  });
});
