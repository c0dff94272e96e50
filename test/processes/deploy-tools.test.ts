import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type ExecFileException, execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { appendFile, copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFile } from '../../shared/process/project-file.js';
import { itNightly } from '../helpers/scale.js';

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

  itNightly('Prometheus: every alert, quiet and firing', async function () {
    const files = ['alerts', 'alerts-of-a-day'].map((name) => projectFile(`deploy/prometheus/${name}.test.yml`));
    const names = (paths: string[], name: RegExp) => {
      const found = paths.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(name)]);
      return [...new Set(found.map(([, one]) => one))].sort();
    };
    const alerts = ['alerts', 'exporters'].map((name) => projectFile(`deploy/prometheus/${name}.yml`));
    deepEqual(names(files, /- name: (\w+)/g), names(alerts, /- alert: (\w+)/g));
    const told = await tool('promtool', ['test', 'rules', ...files]);
    if (told === undefined) return this.skip();
    match(told, /SUCCESS/);
  });

  it('Alertmanager: where the alerts go', async function () {
    const told = await tool('amtool', ['check-config', projectFile('deploy/alertmanager/alertmanager.yml')]);
    if (told === undefined) return this.skip();
    match(told, /SUCCESS/);
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
    const templates = (await readdir(folder)).filter((file) => file.endsWith('@.service'));
    const instances = templates.map((file) => join(folder, file.replace('@', '@9470')));
    await Promise.all(instances.map((unit, index) => copyFile(join(folder, templates[index] ?? ''), unit)));
    const verify = () =>
      tool('systemd-analyze', ['verify', '--man=no', ...instances, join(folder, 'utility-api.target')]);
    const told = await verify();
    if (told === undefined) return this.skip();
    equal(told.replace(/^.*(not found|not executable|Failed to prepare filename).*\n?/gm, ''), '');
    await appendFile(join(folder, 'utility-api-@.service.d', 'process.conf'), 'Nonsense=true\n');
    equal((await verify())?.match(/Nonsense/g)?.length, instances.length, 'every unit reads what holds for all');
  });

  it('systemd: the users', async function () {
    await mkdir(join(folder, 'etc'));
    const told = await tool('systemd-sysusers', [
      `--root=${folder}`,
      projectFile('deploy/systemd/utility-api.sysusers.conf'),
    ]);
    if (told === undefined) return this.skip();
    const users = (await readFile(join(folder, 'etc', 'passwd'), 'utf8')).match(/^utility-api-\w+/gm) ?? [];
    const units = (await readdir(projectFile('deploy/systemd'))).filter((file) => file.endsWith('@.service'));
    deepEqual(users.sort(), units.map((file) => file.replace('@.service', '')).sort());
  });

  it('Docker Compose: the services', async function () {
    if (!(await tool('docker', ['compose', 'version']).catch(() => undefined))) return this.skip();
    await copyFile(projectFile('docker-compose.yml'), join(folder, 'docker-compose.yml'));
    await mkdir(join(folder, 'deploy'));
    await copyFile(projectFile('deploy/make-secrets'), join(folder, 'deploy', 'make-secrets'));
    await run(join(folder, 'deploy', 'make-secrets'));
    const told = await tool('docker', ['compose', 'config', '--quiet'], folder);
    ok(told !== undefined);
  });
});
