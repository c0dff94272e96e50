import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import Type, { type Static, type TSchema } from 'typebox';
import { parse, parseAllDocuments } from 'yaml';
import { KUBERNETES_BASE, renderKubernetesBase } from '../../generate/kubernetes.js';
import { compileValidator } from '../../shared/contract/input.js';
import { poolNames } from '../../shared/contract/pools.js';
import { readConfig } from '../../shared/process/config.js';
import { declared } from '../../shared/process/metrics/table.js';
import { projectFile } from '../../shared/process/project-file.js';
import { type ProcessKind, settings } from '../../shared/process/settings.js';
import { platformServices, readDeploymentFile } from '../helpers/deployment-files.js';
import { CHART, hasHelm, lintChart, renderChart } from '../helpers/helm.js';

const text = Type.String();
const texts = Type.Record(text, text);
const named = Type.Object({ name: text });

const object = Type.Object({ apiVersion: text, kind: text, metadata: Type.Object({ name: text, labels: texts }) });

const podSpec = Type.Object({
  automountServiceAccountToken: Type.Literal(false),
  securityContext: Type.Object({
    runAsNonRoot: Type.Literal(true),
    seccompProfile: Type.Object({ type: Type.Literal('RuntimeDefault') }),
  }),
  terminationGracePeriodSeconds: Type.Optional(Type.Integer()),
  containers: Type.Tuple([
    Type.Object({
      image: text,
      command: Type.Array(text),
      envFrom: Type.Optional(Type.Array(Type.Object({ configMapRef: named }))),
      env: Type.Array(
        Type.Object({
          name: text,
          value: Type.Optional(text),
          valueFrom: Type.Optional(
            Type.Object({
              secretKeyRef: Type.Object({ name: text, key: text, optional: Type.Optional(Type.Boolean()) }),
            }),
          ),
        }),
      ),
      ports: Type.Optional(Type.Array(Type.Object({ name: text, containerPort: Type.Integer() }))),
      startupProbe: Type.Optional(Type.Unknown()),
      livenessProbe: Type.Optional(Type.Object({ httpGet: Type.Object({ path: text, port: text }) })),
      readinessProbe: Type.Optional(Type.Object({ httpGet: Type.Object({ path: text, port: text }) })),
      resources: Type.Object({ limits: Type.Object({ memory: text }) }),
      securityContext: Type.Object({
        allowPrivilegeEscalation: Type.Literal(false),
        readOnlyRootFilesystem: Type.Literal(true),
        capabilities: Type.Object({ drop: Type.Tuple([Type.Literal('ALL')]) }),
      }),
      volumeMounts: Type.Array(Type.Object({ name: text, mountPath: text })),
    }),
  ]),
  volumes: Type.Array(
    Type.Object({
      name: text,
      persistentVolumeClaim: Type.Optional(Type.Object({ claimName: text })),
      configMap: Type.Optional(named),
    }),
  ),
});
const template = Type.Object({ metadata: Type.Object({ labels: texts }), spec: podSpec });
const selector = Type.Object({ matchLabels: texts });

/** The fields that the tests read, by the kind of object. */
const shapes = {
  ConfigMap: Type.Object({ data: texts }),
  Deployment: Type.Object({ spec: Type.Object({ replicas: Type.Optional(Type.Integer()), selector, template }) }),
  Job: Type.Object({ metadata: Type.Object({ annotations: texts }), spec: Type.Object({ template }) }),
  PodDisruptionBudget: Type.Object({ spec: Type.Object({ maxUnavailable: Type.Literal(1), selector }) }),
  PersistentVolumeClaim: Type.Object({ spec: Type.Object({ accessModes: Type.Array(text) }) }),
  Service: Type.Object({
    spec: Type.Object({
      selector: texts,
      ports: Type.Array(Type.Object({ name: text, port: Type.Integer(), targetPort: text })),
    }),
  }),
  Ingress: Type.Object({
    spec: Type.Object({
      tls: Type.Array(Type.Object({ hosts: Type.Array(text) })),
      rules: Type.Array(
        Type.Object({
          host: text,
          http: Type.Object({
            paths: Type.Array(
              Type.Object({
                backend: Type.Object({ service: Type.Object({ name: text, port: named }) }),
              }),
            ),
          }),
        }),
      ),
    }),
  }),
  NetworkPolicy: Type.Object({
    spec: Type.Object({
      podSelector: Type.Object({
        matchLabels: Type.Optional(texts),
        matchExpressions: Type.Optional(Type.Array(Type.Object({ key: text, values: Type.Array(text) }))),
      }),
      egress: Type.Optional(Type.Unknown()),
      ingress: Type.Optional(Type.Array(Type.Object({ ports: Type.Unknown(), from: Type.Optional(Type.Unknown()) }))),
    }),
  }),
  ScaledObject: Type.Object({
    spec: Type.Object({
      scaleTargetRef: named,
      minReplicaCount: Type.Integer({ minimum: 1 }),
      maxReplicaCount: Type.Integer(),
      triggers: Type.Array(
        Type.Object({ type: Type.Literal('prometheus'), metadata: Type.Object({ query: text, threshold: text }) }),
      ),
    }),
  }),
  HorizontalPodAutoscaler: Type.Object({
    spec: Type.Object({
      scaleTargetRef: named,
      minReplicas: Type.Integer({ minimum: 1 }),
      metrics: Type.Array(
        Type.Object({
          external: Type.Object({ metric: Type.Object({ name: text, selector }) }),
        }),
      ),
    }),
  }),
  PodMonitor: Type.Object({
    spec: Type.Object({
      selector,
      podMetricsEndpoints: Type.Array(Type.Object({ port: text, honorLabels: Type.Literal(true) })),
    }),
  }),
  PrometheusRule: Type.Object({ spec: Type.Unknown() }),
} satisfies Record<string, TSchema>;

type Kind = keyof typeof shapes;

/** Objects of a release. */
class Manifests {
  readonly #objects: unknown[];

  constructor(yaml: string) {
    this.#objects = parseAllDocuments(yaml).map((document) => document.toJS());
    const known = compileValidator(Type.Object({ kind: Type.Enum(Object.keys(shapes)) }));
    for (const one of this.#objects) ok(known(one), JSON.stringify(one));
  }

  /** Returns the objects of a kind, each of its shape. */
  all<K extends Kind>(kind: K): (Static<typeof object> & Static<(typeof shapes)[K]>)[] {
    const validate = compileValidator(Type.Intersect([object, shapes[kind]]));
    return this.#objects
      .filter((one) => Object(one).kind === kind)
      .map((one) => {
        ok(validate(one), `${Object(one).metadata?.name}: ${JSON.stringify(validate.errors?.[0])}`);
        return one as Static<typeof object> & Static<(typeof shapes)[K]>;
      });
  }
}

const ALERTS = projectFile('deploy/prometheus/alerts.yml');
const EXPORTERS = projectFile('deploy/prometheus/exporters.yml');
const URLS = ['settings.BASE_URL=https://api.example.com', 'settings.PAGES_URL=https://pages.example.com'];
const EVERYTHING = [
  ...URLS,
  'ingress.enabled=true',
  'ingress.tlsSecretName=certificate',
  'monitoring.enabled=true',
  'networkPolicy.enabled=true',
  'terms=Terms',
];

const has = (labels: Record<string, string>, wanted: Record<string, string>) =>
  Object.entries(wanted).every(([name, value]) => labels[name] === value);

const componentOf = ({ metadata }: Static<typeof object>) => metadata.labels['app.kubernetes.io/component'] ?? '';

/** Secrets of each process, by the table in the runbook. `STORAGE_DISKS` has more in its cell. */
function readSecretsTable(): Record<string, string[]> {
  const [, section = ''] = readFileSync(projectFile('docs/runbook.md'), 'utf8').split('\n## Secrets by process\n');
  const [head = '', , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
  const cells = (row: string) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [, ...processes] = cells(head).map((name) => (name === 'front' ? 'api' : name));
  const secrets = rows.flatMap((row) => {
    const [names = '', ...marks] = cells(row);
    return [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => ({ name, marks }));
  });
  return Object.fromEntries(
    processes.map((process, at) => [
      process,
      secrets
        .filter(({ marks }) => marks[at] === 'yes')
        .map(({ name }) => name)
        .sort(),
    ]),
  );
}

/** The gauges that have a figure per pool. */
const perPool = Object.values(declared)
  .filter(({ kind, labels }) => kind === 'gauge' && labels.join() === 'pool')
  .map(({ name }): string => name);

/** The metrics that a query names, by the grammar of Prometheus. */
function metricsIn(query: string): string[] {
  const found: string[] = [];
  parser.parse(query).iterate({
    enter({ name, type, from, to }) {
      ok(!type.isError, query);
      if (name === 'Identifier') found.push(query.slice(from, to));
    },
  });
  return found;
}

describe('the Helm chart', () => {
  let release: Manifests;

  before(async function () {
    if (!hasHelm) return this.skip();
    release = new Manifests(await renderChart(EVERYTHING, '--set-file', `monitoring.alerts=${ALERTS}`));
  });

  it('passes the checks of Helm', async () => {
    match(await lintChart(EVERYTHING), /1 chart\(s\) linted, 0 chart\(s\) failed/);
  });

  it('has the version of the platform', () => {
    const { version } = readDeploymentFile('package.json', Type.Object({ version: text }));
    const chart = parse(readFileSync(`${CHART}/Chart.yaml`, 'utf8'));
    deepEqual([chart.version, chart.appVersion], [version, version]);
    for (const { spec } of release.all('Deployment'))
      equal(spec.template.spec.containers[0].image, `utility-api:${version}`);
  });

  it('can hold back a process in its version', async () => {
    const held = new Manifests(await renderChart([...URLS, 'image.tag=0.3.0', 'processes.api.tag=0.2.0']));
    for (const one of held.all('Deployment')) {
      const version = componentOf(one) === 'api' ? '0.2.0' : '0.3.0';
      equal(one.spec.template.spec.containers[0].image, `utility-api:${version}`);
    }
  });

  it('needs the public URL, and refuses a secret among the settings', async () => {
    await rejects(renderChart([]), /settings\.BASE_URL is required/);
    await rejects(renderChart([...URLS, 'settings.REDIS_URL=redis://x']), /REDIS_URL is secret/);
  });

  it('is what the base of Kustomize was generated from', async () => {
    equal(readFileSync(KUBERNETES_BASE, 'utf8'), await renderKubernetesBase(), 'run npm run generate');
  });

  it('runs every process that Docker Compose runs, by the same command', () => {
    const commands = release
      .all('Deployment')
      .map((one) => [componentOf(one), one.spec.template.spec.containers[0].command]);
    const services = platformServices.map(({ name, command }) => [name, command]);
    deepEqual(Object.fromEntries(commands), Object.fromEntries(services));
  });

  it('creates the indexes before the pods of a release', () => {
    const [job] = release.all('Job');
    deepEqual(job?.spec.template.spec.containers[0].command, ['node', 'dist/admin/main.js', 'create-indexes']);
    match(job?.metadata.annotations['helm.sh/hook'] ?? '', /pre-install.*pre-upgrade/);
  });

  it('gives each process the secrets that the runbook names for it, and no others', () => {
    const given = release.all('Deployment').map((one): [string, string[]] => {
      const [{ env }] = one.spec.template.spec.containers;
      for (const { name, valueFrom } of env) equal(valueFrom?.secretKeyRef.key, name);
      return [componentOf(one), env.map(({ name }) => name).sort()];
    });
    deepEqual(Object.fromEntries(given), readSecretsTable());
    const users = new Map<string, readonly string[]>(
      Object.entries(settings).map(([name, { usedBy }]) => [name, usedBy satisfies readonly (ProcessKind | 'start')[]]),
    );
    for (const [process, names] of given)
      for (const name of names) ok(users.get(name)?.includes(process), `${process} does not use ${name}`);
  });

  it('sets only settings that exist, and takes any other', async () => {
    const [shared] = release.all('ConfigMap');
    deepEqual(
      Object.keys(shared?.data ?? {}).filter((name) => !Object.hasOwn(settings, name)),
      [],
    );
    const more = new Manifests(await renderChart([...URLS, 'settings.PAYMENT_PACKS=[]', 'settings.SIGN_UP=open']));
    const [{ data } = { data: undefined }] = more.all('ConfigMap');
    deepEqual([data?.PAYMENT_PACKS, data?.SIGN_UP, data?.METRICS_PORT], ['[]', 'open', '9464']);
  });

  it('selects pods by labels that they have, and reaches them at ports that they open', () => {
    const deployments = release.all('Deployment');
    const pods = deployments.map(({ spec }) => spec.template);
    for (const { spec } of deployments) {
      ok(has(spec.template.metadata.labels, spec.selector.matchLabels));
      equal(pods.filter(({ metadata }) => has(metadata.labels, spec.selector.matchLabels)).length, 1);
    }
    const services = release.all('Service');
    for (const { metadata, spec } of services) {
      const selected = pods.filter((pod) => has(pod.metadata.labels, spec.selector));
      ok(selected.length > 0, metadata.name);
      for (const { targetPort } of spec.ports)
        for (const pod of selected) ok(pod.spec.containers[0].ports?.some(({ name }) => name === targetPort));
    }
    for (const { spec } of release.all('PodDisruptionBudget'))
      equal(pods.filter(({ metadata }) => has(metadata.labels, spec.selector.matchLabels)).length, 1);
    for (const { spec } of release.all('PodMonitor'))
      equal(pods.filter(({ metadata }) => has(metadata.labels, spec.selector.matchLabels)).length, pods.length);
    const [job] = release.all('Job');
    ok(job && services.every(({ spec }) => !has(job.spec.template.metadata.labels, spec.selector)));
    const [ingress] = release.all('Ingress');
    deepEqual(
      ingress?.spec.rules.map(({ host }) => host),
      ['api.example.com', 'pages.example.com'],
    );
    deepEqual(
      ingress?.spec.tls.flatMap(({ hosts }) => hosts),
      ['api.example.com', 'pages.example.com'],
    );
    for (const { backend } of ingress?.spec.rules.flatMap(({ http }) => http.paths) ?? []) {
      const service = services.find(({ metadata }) => metadata.name === backend.service.name);
      ok(service?.spec.ports.some(({ name }) => name === backend.service.port.name));
    }
  });

  it('checks the health of every process, and whether an API server is ready', () => {
    for (const one of release.all('Deployment')) {
      const [{ ports = [], startupProbe, livenessProbe, readinessProbe }] = one.spec.template.spec.containers;
      deepEqual([startupProbe !== undefined, livenessProbe?.httpGet], [true, { path: '/healthz', port: 'metrics' }]);
      const ready = componentOf(one) === 'api' ? { path: '/readyz', port: 'http' } : livenessProbe?.httpGet;
      deepEqual(readinessProbe?.httpGet, ready);
      const numbers = Object.fromEntries(ports.map(({ name, containerPort }) => [name, containerPort]));
      equal(numbers.metrics, 9464);
      equal(numbers.http, componentOf(one) === 'api' ? readConfig({}).PORT : undefined);
    }
  });

  it('mounts only what exists, and the same files for all processes that use them', () => {
    const claims = release.all('PersistentVolumeClaim').map(({ metadata }) => metadata.name);
    const maps = release.all('ConfigMap').map(({ metadata }) => metadata.name);
    const withFiles: string[] = [];
    for (const one of release.all('Deployment')) {
      const { volumes, containers } = one.spec.template.spec;
      const [{ envFrom = [], volumeMounts }] = containers;
      deepEqual(volumeMounts.map(({ name }) => name).sort(), volumes.map(({ name }) => name).sort());
      for (const { configMapRef } of envFrom) ok(maps.includes(configMapRef.name));
      for (const { configMap, persistentVolumeClaim: claim } of volumes) {
        if (configMap) ok(maps.includes(configMap.name));
        if (claim) ok(claims.includes(claim.claimName));
        if (claim) withFiles.push(componentOf(one));
      }
    }
    const usedBy: readonly string[] = settings.STORAGE_DISKS.usedBy;
    deepEqual(withFiles.sort(), usedBy.toSorted());
  });

  it('lets a process finish what is in flight, also with a longer grace period', async () => {
    const { SHUTDOWN_NOTICE_MS, SHUTDOWN_GRACE_MS } = readConfig({});
    const longer = new Manifests(await renderChart([...URLS, 'settings.SHUTDOWN_GRACE_MS=60000']));
    for (const [manifests, graceMs] of [
      [release, SHUTDOWN_GRACE_MS],
      [longer, 60_000],
    ] as const)
      for (const { spec } of manifests.all('Deployment'))
        ok((spec.template.spec.terminationGracePeriodSeconds ?? 0) * 1_000 > SHUTDOWN_NOTICE_MS + graceMs + 6_000);
  });

  it('lets only those processes reach the internet that work with it', () => {
    const open = release
      .all('NetworkPolicy')
      .filter(({ spec }) => JSON.stringify(spec.egress ?? '').includes('0.0.0.0/0'));
    const expressions = open.flatMap(({ spec }) => spec.podSelector.matchExpressions ?? []);
    deepEqual(expressions.find(({ key }) => key === 'app.kubernetes.io/component')?.values, [
      'content',
      'fetch',
      'deliver',
    ]);
    const everyPod = release.all('NetworkPolicy').find(({ metadata }) => metadata.name === 'utility-api');
    deepEqual(everyPod?.spec.podSelector.matchLabels, { 'app.kubernetes.io/instance': 'utility-api' });
  });

  it('lets only those connect to API servers that the values name', async () => {
    const controller = { namespaceSelector: { matchLabels: { name: 'ingress' } } };
    const closed = [...EVERYTHING, 'networkPolicy.ingressFrom[0].namespaceSelector.matchLabels.name=ingress'];
    for (const [values, from] of [
      [EVERYTHING, undefined],
      [closed, [controller]],
    ] as const) {
      const policies = new Manifests(await renderChart(values)).all('NetworkPolicy');
      const { spec } = policies.find(({ metadata }) => metadata.name === 'utility-api-public') ?? {};
      deepEqual(
        spec?.ingress?.map((rule) => rule.from),
        [from],
      );
    }
  });

  it('has the alerts of Prometheus, and those of exporters on request', async () => {
    const rules = (manifests: Manifests) => manifests.all('PrometheusRule').map(({ spec }) => spec);
    const [alerts, exporters] = [ALERTS, EXPORTERS].map((file) => parse(readFileSync(file, 'utf8')));
    deepEqual(rules(release), [alerts]);
    const files = `monitoring.alerts=${ALERTS},monitoring.exporterAlerts=${EXPORTERS}`;
    deepEqual(rules(new Manifests(await renderChart(EVERYTHING, '--set-file', files))), [alerts, exporters]);
  });

  const deployments = poolNames.map((pool) => `utility-api-${pool}`).sort();

  it('scales each pool with KEDA, by metrics that exist', async () => {
    const scaled = new Manifests(await renderChart([...URLS, 'autoscaling.type=keda']));
    const objects = scaled.all('ScaledObject');
    deepEqual(objects.map(({ spec }) => spec.scaleTargetRef.name).sort(), deployments);
    for (const { metadata, spec } of objects) {
      ok(spec.minReplicaCount <= spec.maxReplicaCount);
      for (const { query, threshold } of spec.triggers.map((trigger) => trigger.metadata)) {
        deepEqual(
          metricsIn(query).filter((name) => !perPool.includes(name)),
          [],
        );
        ok(query.includes(`pool="${metadata.name.replace('utility-api-', '')}"`), query);
        ok(Number(threshold) > 0);
      }
    }
    const fixed = scaled.all('Deployment').filter(({ spec }) => spec.replicas !== undefined);
    deepEqual(fixed.map(componentOf).sort(), ['api', 'deliver', 'scheduler']);
  });

  it("scales each pool with Kubernetes' own autoscaler, by what the adapter gives", async () => {
    const rules = Type.Object({
      rules: Type.Object({
        external: Type.Array(Type.Object({ seriesQuery: text, name: Type.Object({ as: text }), metricsQuery: text })),
      }),
    });
    const adapter = readDeploymentFile('deploy/kubernetes/prometheus-adapter.yml', rules).rules.external;
    for (const { seriesQuery, metricsQuery } of adapter) {
      ok(perPool.includes(seriesQuery), seriesQuery);
      const filled = metricsQuery.replace('<<.Series>>', seriesQuery).replace('<<.LabelMatchers>>', 'pool="qr"');
      deepEqual(
        metricsIn(filled).filter((name) => name !== seriesQuery),
        [],
      );
    }
    const given = adapter.map(({ name }) => name.as);
    const scaled = new Manifests(await renderChart([...URLS, 'autoscaling.type=hpa']));
    const scalers = scaled.all('HorizontalPodAutoscaler');
    deepEqual(scalers.map(({ spec }) => spec.scaleTargetRef.name).sort(), deployments);
    for (const { metadata, spec } of scalers) {
      for (const { metric } of spec.metrics.map(({ external }) => external)) {
        ok(given.includes(metric.name), metric.name);
        equal(`utility-api-${metric.selector.matchLabels.pool}`, metadata.name);
      }
    }
  });
});
