import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { parser } from '@prometheus-io/lezer-promql';
import Type from 'typebox';
import { poolNames } from '../../shared/contract/pools.js';
import { readConfig } from '../../shared/process/config.js';
import { declared } from '../../shared/process/metrics/table.js';
import { projectFile } from '../../shared/process/project-file.js';
import { settings } from '../../shared/process/settings.js';
import { bytesIn, composeFile, platformServices, readDeploymentFile as read } from '../helpers/deployment-files.js';
import { scrape } from '../helpers/scrape.js';
import { call, newAccount } from '../helpers/stack.js';

const text = Type.String();
const query = Type.Object({ expr: text });
const rule = Type.Object({ alert: text, expr: text, annotations: Type.Object({ runbook: text }) });
const dashboard = read(
  'deploy/grafana/dashboards/utility-api.json',
  Type.Object({ panels: Type.Array(Type.Object({ title: text, targets: Type.Optional(Type.Array(query)) })) }),
);
const ruleFile = Type.Object({ groups: Type.Array(Type.Object({ rules: Type.Array(rule) })) });
const alerts = ['alerts', 'exporters'].flatMap((file) =>
  read(`deploy/prometheus/${file}.yml`, ruleFile).groups.flatMap(({ rules }) => rules),
);
const { services } = composeFile;
const { formation, env, addons } = read(
  'app.json',
  Type.Object({
    formation: Type.Record(text, Type.Object({ size: text })),
    env: Type.Record(text, Type.Object({ required: Type.Optional(Type.Boolean()) })),
    addons: Type.Array(Type.Object({ plan: text })),
  }),
);

interface Query {
  where: string;
  expr: string;
}

const queries: Query[] = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ where: `panel ${title}`, expr })),
  ),
  ...alerts.map(({ alert, expr }) => ({ where: `alert ${alert}`, expr })),
];

/** Metrics that a query names, by the grammar of Prometheus itself. Grafana's variables are replaced by a duration. */
function namesIn({ expr }: Query): { metrics: string[]; labels: string[]; errors: number } {
  const text = expr.replaceAll('$__rate_interval', '1m');
  const found = { metrics: [] as string[], labels: [] as string[], errors: 0 };
  parser.parse(text).iterate({
    enter({ name, type, from, to }) {
      if (type.isError) found.errors += 1;
      if (name === 'Identifier') found.metrics.push(text.slice(from, to));
      if (name === 'LabelName') found.labels.push(text.slice(from, to));
    },
  });
  return found;
}

/** Labels that Prometheus itself adds. */
const SCRAPED = ['job', 'instance'];

/** Series of Prometheus itself, of Alertmanager and of exporters, with their labels. */
const FOREIGN = new Map<string, readonly string[]>([
  ['ALERTS', ['alertname', 'alertstate']],
  ['alertmanager_notifications_failed_total', ['integration']],
  ['node_filesystem_avail_bytes', ['fstype', 'mountpoint']],
  ['node_filesystem_size_bytes', []],
  ['probe_ssl_earliest_cert_expiry', []],
  ['probe_success', []],
  ['up', []],
]);

/** The series that each of our metrics becomes, with its labels. */
const series = new Map<string, readonly string[]>(
  Object.values(declared).flatMap(({ kind, name, labels }): [string, readonly string[]][] =>
    kind === 'histogram'
      ? [
          [`${name}_bucket`, [...labels, 'le']],
          [`${name}_sum`, labels],
          [`${name}_count`, labels],
        ]
      : [[name, labels]],
  ),
);

describe('the dashboard and the alerts', () => {
  it('are written in the language of Prometheus', () => {
    ok(queries.length > 40, `${queries.length} queries`);
    deepEqual(
      queries.filter((query) => namesIn(query).errors > 0),
      [],
    );
    equal(namesIn({ where: 'a wrong one', expr: 'sum(rate(x[5m]) by' }).errors > 0, true);
  });

  it('use only metrics that exist, by the labels that they have', async () => {
    const { key } = await newAccount({ credits: 1 });
    await call('/v1/video-platform/generate/title-generator', { topic: 'Bread' }, { key });
    const scraped = (await Promise.all(['api', 'worker:content', 'scheduler'].map(scrape))).flat();
    const known = new Map<string, readonly string[]>(scraped.map(({ name, labels }) => [name, Object.keys(labels)]));
    for (const [name, labels] of [...series, ...FOREIGN]) known.set(name, labels);
    const strangers = queries.flatMap((query) => {
      const { metrics, labels } = namesIn(query);
      const allowed = [...SCRAPED, ...metrics.flatMap((name) => known.get(name) ?? [])];
      return [
        ...metrics.filter((name) => !known.has(name)).map((name) => `${query.where}: no metric ${name}`),
        ...labels.filter((label) => !allowed.includes(label)).map((label) => `${query.where}: no label ${label}`),
      ];
    });
    deepEqual(strangers, []);
  });

  it('leave no metric of ours unseen', () => {
    const used = new Set(queries.flatMap((query) => namesIn(query).metrics));
    const unseen = Object.values(declared).filter(({ name }) =>
      ['', '_bucket', '_sum', '_count'].every((end) => !used.has(name + end)),
    );
    deepEqual(unseen, []);
  });

  it('have an entry in the runbook for each alert, which says what to do, and none for another', () => {
    const [, chapter = ''] = readFileSync(projectFile('docs/runbook.md'), 'utf8').split('\n## What an alert means\n');
    const [, ...entries] = chapter.split('\n## ')[0]?.split('\n### ') ?? [];
    const told = new Map(
      entries.map((entry) => entry.split('\n\n', 2)).map(([title = '', first = '']) => [title, first]),
    );
    deepEqual([...told.keys()].sort(), alerts.map(({ alert }) => alert).sort());
    deepEqual(
      [...told].filter(([, first]) => first.trim().length < 40),
      [],
    );
    deepEqual(
      alerts.filter(({ alert, annotations: { runbook } }) => runbook !== `docs/runbook.md#${alert.toLowerCase()}`),
      [],
    );
  });
});

describe('the files to deploy with', () => {
  const processes = readFileSync(projectFile('Procfile'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(':')[0]);

  const kindsOfUnits = processes
    .map((name) => (name === 'web' ? 'front' : name))
    .filter((name) => name !== undefined && name !== 'release');

  it('run every process of the Procfile with Docker', () => {
    for (const pool of poolNames) deepEqual(services[pool]?.command, ['node', 'dist/workers/main.js', pool]);
    deepEqual(services.api?.command, ['node', 'dist/api/main.js']);
    equal(services.api?.deploy?.replicas, 2);
    const missing = processes.filter((name = '') => !['release', 'web'].includes(name) && !services[name]);
    deepEqual(missing, []);
  });

  it('run every process of the Procfile with systemd', () => {
    const kinds = new Set(kindsOfUnits);
    const commands = readdirSync(projectFile('deploy/systemd'))
      .map((file) => /^utility-api-(\w+)@\.service$/.exec(file)?.[1] ?? '')
      .filter((kind) => kinds.delete(kind))
      .map((kind) => readFileSync(projectFile(`deploy/systemd/utility-api-${kind}@.service`), 'utf8'))
      .map((unit) => /^ExecStart=node --enable-source-maps --max-semi-space-size=\d+ (.+)$/m.exec(unit)?.[1] ?? '');
    deepEqual([...kinds], []);
    deepEqual(commands.sort(), platformServices.map(({ command }) => command.slice(1).join(' ')).sort());
  });

  it('start two of each front and scheduler with systemd, and have the metrics of every unit scraped', () => {
    const readme = readFileSync(projectFile('deploy/systemd/README.md'), 'utf8');
    const [start = ''] = /^systemctl enable --now (?:.*\\\n)*.*/m.exec(readme) ?? [];
    const units = [...start.matchAll(/utility-api-(\w+)@(\d+)/g)].map(([, kind = '', port = '']) => ({ kind, port }));
    deepEqual(units.map(({ kind }) => kind).sort(), [...kindsOfUnits, 'front', 'scheduler'].sort());
    const { scrape_configs } = read(
      'deploy/systemd/prometheus.yml',
      Type.Object({
        scrape_configs: Type.Array(
          Type.Object({ job_name: text, static_configs: Type.Array(Type.Object({ targets: Type.Array(text) })) }),
        ),
      }),
    );
    const scraped = scrape_configs
      .filter(({ job_name }) => ['api', 'scheduler', 'worker'].includes(job_name))
      .flatMap(({ job_name, static_configs }) =>
        static_configs.flatMap(({ targets }) => targets.map((target) => `${job_name} ${target}`)),
      );
    const jobs: Record<string, string> = { front: 'api', scheduler: 'scheduler' };
    deepEqual(
      scraped.sort(),
      units
        .map(({ kind, port }) => `${jobs[kind] ?? 'worker'} 127.0.0.1:${kind === 'front' ? `1${port}` : port}`)
        .sort(),
    );
  });

  it('run every process of the Procfile on a Heroku-style host', () => {
    deepEqual(Object.keys(formation).sort(), processes.filter((name) => name !== 'release').sort());
  });

  it('have dynos with the memory that a unit of systemd may use, and name the plans of add-ons', () => {
    const memory: Record<string, string> = { 'standard-1x': '512m', 'standard-2x': '1g', 'performance-m': '2560m' };
    for (const [name, { size }] of Object.entries(formation)) {
      const unit = `deploy/systemd/utility-api-${name === 'web' ? 'front' : name}@.service`;
      const [, limit = ''] = /^MemoryMax=(.+)$/m.exec(readFileSync(projectFile(unit), 'utf8')) ?? [];
      ok(bytesIn(memory[size] ?? '') >= bytesIn(limit), name);
    }
    for (const { plan } of addons) match(plan, /^[a-z-]+:[a-z0-9-]+$/);
  });

  it('refuse a release to a Heroku-style host without buckets, as dynos share no files', async () => {
    equal(env.STORAGE_DISKS?.required, true);
    const [, release = ''] = /^release: (.*)$/m.exec(readFileSync(projectFile('Procfile'), 'utf8')) ?? [];
    const { STORAGE_DISKS: _, ...environment } = process.env;
    await rejects(promisify(execFile)('bash', ['-c', release], { env: environment }), /STORAGE_DISKS: is not set/);
    const withBuckets = { env: { ...environment, STORAGE_DISKS: '{"public": {}}' } };
    equal(
      (await promisify(execFile)('bash', ['-c', release.replace('node ', 'echo ')], withBuckets)).stdout,
      'dist/admin/main.js create-indexes\n',
    );
  });

  it('set only settings that exist', () => {
    const known = [...Object.keys(settings), 'NODE_ENV', 'NODE_OPTIONS'];
    const names = [
      ...platformServices
        .flatMap(({ environment }) => Object.keys(environment))
        .filter((name) => !name.startsWith('OTEL_')),
      ...Object.keys(env),
      ...[...readFileSync(projectFile('Dockerfile'), 'utf8').matchAll(/^(?:ENV)? +([A-Z_]+)=/gm)].map(
        ([, name = '']) => name,
      ),
    ];
    deepEqual(
      names.filter((name) => !known.includes(name)),
      [],
    );
  });

  it('take every setting with Docker, save those of the one-command start', () => {
    const fixed = ['HOST', 'PORT', 'DATA_DIR', 'LOG_PRETTY', 'DEMO_API_KEY', 'DEMO_CREDITS', 'UPSTREAM_SANDBOX'];
    const taken = new Set(platformServices.flatMap(({ environment }) => Object.keys(environment)));
    deepEqual(
      Object.keys(settings).filter((name) => !taken.has(name) && !fixed.includes(name)),
      [],
    );
  });

  it('let a process finish what is in flight before it is ended', () => {
    const { SHUTDOWN_NOTICE_MS, SHUTDOWN_GRACE_MS } = readConfig({});
    const graceMs = SHUTDOWN_NOTICE_MS + SHUTDOWN_GRACE_MS;
    for (const { name, stop_grace_period = '' } of platformServices)
      ok(Number.parseInt(stop_grace_period, 10) * 1_000 > graceMs + 6_000, name);
    const unit = readFileSync(projectFile('deploy/systemd/utility-api-@.service.d/process.conf'), 'utf8');
    ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1_000 > graceMs + 6_000);
  });

  it('check the health of every service with Docker: those of the platform as their image says', () => {
    const tested = Object.entries(services)
      .filter(([, { healthcheck }]) => healthcheck.test)
      .map(([name]) => name);
    const ours = platformServices.map(({ name }) => name);
    deepEqual([...tested, ...ours].sort(), Object.keys(services).sort());
    match(readFileSync(projectFile('Dockerfile'), 'utf8'), /^HEALTHCHECK /m);
    const unmeasured = platformServices.filter(({ environment }) => !environment.METRICS_PORT);
    deepEqual(unmeasured, []);
  });

  it('give every mounted file and every script that they name', () => {
    const mounted = Object.values(services)
      .flatMap(({ volumes = [] }) => volumes)
      .filter((volume) => volume.startsWith('./'))
      .map((volume) => volume.split(':')[0] ?? '');
    ok(mounted.length >= 4);
    for (const path of mounted) readdirOrFile(path);
    const prometheus = read(
      'deploy/prometheus/prometheus.yml',
      Type.Object({
        rule_files: Type.Array(text),
        scrape_configs: Type.Array(
          Type.Object({
            dns_sd_configs: Type.Optional(Type.Array(Type.Object({ names: Type.Array(text), port: Type.Integer() }))),
            static_configs: Type.Optional(Type.Array(Type.Object({ targets: Type.Array(text) }))),
          }),
        ),
      }),
    );
    for (const file of prometheus.rule_files) readFileSync(projectFile(`deploy/prometheus/${file}`));
    const targets = prometheus.scrape_configs.flatMap(({ dns_sd_configs = [] }) =>
      dns_sd_configs.flatMap(({ names, port }) => names.map((name) => ({ name, port }))),
    );
    for (const { name, port } of targets) {
      equal(String(services[name]?.environment?.METRICS_PORT), String(port), name);
    }
    const others = prometheus.scrape_configs.flatMap(({ static_configs = [] }) =>
      static_configs.flatMap(({ targets }) => targets.map((target) => target.split(':')[0] ?? '')),
    );
    deepEqual(
      others.filter((name) => !services[name]),
      [],
    );
    for (const file of readdirSync(projectFile('deploy/grafana/provisioning'), { recursive: true, encoding: 'utf8' })) {
      if (file.endsWith('.yml'))
        read(`deploy/grafana/provisioning/${file}`, Type.Object({ apiVersion: Type.Literal(1) }));
    }
  });

  it('run as an unprivileged user in the image', () => {
    const lines = readFileSync(projectFile('Dockerfile'), 'utf8').split('\n');
    const lastStage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
    ok(lastStage.includes('USER node'));
  });
});

/** Throws when there is nothing at this path. */
function readdirOrFile(path: string): void {
  try {
    readdirSync(projectFile(path));
  } catch {
    readFileSync(projectFile(path));
  }
}
