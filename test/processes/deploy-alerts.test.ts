import { deepEqual, equal, ok } from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { projectFile } from '../../shared/process/project-file.js';
import { describeNightly } from '../helpers/scale.js';
import { unusedPort } from '../helpers/unused-port.js';

const ALERT_MS = 120_000;
const RECEIVER = 'https://pager.example.com/alerts';

/** Metrics of a platform without Redis, whose workers are gone and whose task fails. */
const metrics = (failures: number) =>
  [
    'utility_api_ready{what="redis"} 0',
    'utility_api_ready{what="store"} 1',
    'utility_api_availability_target_ratio 0.999',
    'utility_api_live_workers{pool="qr"} 0',
    `utility_api_scheduler_runs_total{task="merge-usage",outcome="failed"} ${failures}`,
    `utility_api_scheduler_last_done_timestamp_seconds{task="merge-usage"} ${Date.now() / 1_000}`,
    '',
  ].join('\n');

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** With the shipped rules and routes; only hosts and files of secrets are of this test. */
describeNightly('alerts on their way', () => {
  const arrived: { receiver: string; names: string[] }[] = [];
  const programs: ChildProcess[] = [];
  let folder: string;
  let scrapes = 0;
  const target = createServer((_, response) => {
    scrapes += 1;
    response.end(metrics(scrapes * 3));
  });
  const pager = createServer(async (request, response) => {
    const sent = (await json(request)) as { receiver: string; alerts: { labels: { alertname: string } }[] };
    arrived.push({ receiver: sent.receiver, names: sent.alerts.map(({ labels }) => labels.alertname) });
    equal(request.headers.authorization, 'Bearer a-token');
    response.end();
  });

  before(async function () {
    if (spawnSync('amtool', ['--version']).error || spawnSync('prometheus', ['--version']).error) return this.skip();
    folder = await mkdtemp(join(tmpdir(), 'alerts-'));
    const [targetPort, pagerPort, alertmanagerPort] = [await listen(target), await listen(pager), await unusedPort()];
    const routes = readFileSync(projectFile('deploy/alertmanager/alertmanager.yml'), 'utf8');
    ok(routes.includes(RECEIVER));
    const file = (name: string, content: string) => writeFile(join(folder, name), content);
    await file('pager-token', 'a-token');
    await file(
      'alertmanager.yml',
      routes.replace(RECEIVER, `http://127.0.0.1:${pagerPort}/`).replaceAll('/etc/alertmanager/secrets', folder),
    );
    const alertmanagers = [{ static_configs: [{ targets: [`127.0.0.1:${alertmanagerPort}`] }] }];
    const jobs = [{ job_name: 'api', static_configs: [{ targets: [`127.0.0.1:${targetPort}`] }] }];
    await file(
      'prometheus.yml',
      JSON.stringify({
        global: { scrape_interval: '1s', evaluation_interval: '1s' },
        rule_files: [projectFile('deploy/prometheus/alerts.yml')],
        alerting: { alertmanagers },
        scrape_configs: jobs,
      }),
    );
    const run = (command: string, ...args: string[]) => programs.push(spawn(command, args, { stdio: 'ignore' }));
    run(
      'prometheus-alertmanager',
      `--config.file=${folder}/alertmanager.yml`,
      `--storage.path=${folder}/alertmanager`,
      `--web.listen-address=127.0.0.1:${alertmanagerPort}`,
      '--cluster.listen-address=',
    );
    run(
      'prometheus',
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/prometheus`,
      `--web.listen-address=127.0.0.1:${await unusedPort()}`,
    );
  });

  after(async () => {
    for (const program of programs) {
      program.kill();
      if (program.exitCode === null) await once(program, 'exit');
    }
    target.close();
    pager.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('arrive as a page, without those that follow from them', async function () {
    this.timeout(2 * ALERT_MS);
    const until = performance.now() + ALERT_MS;
    const has = (name: string) => arrived.some(({ names }) => names.includes(name));
    while (!has('RedisUnavailable') && performance.now() < until) await pause(500);
    ok(has('RedisUnavailable'), JSON.stringify(arrived));
    // The alerts that follow fire at most two minutes after their cause.
    await pause(ALERT_MS);
    deepEqual([...new Set(arrived.flatMap(({ names }) => names))], ['RedisUnavailable']);
    deepEqual([...new Set(arrived.map(({ receiver }) => receiver))], ['page']);
  });
});
