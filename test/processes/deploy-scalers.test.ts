import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import Type, { type Static, type TSchema } from 'typebox';
import { parseAllDocuments } from 'yaml';
import { validator } from '../../shared/contract/input.js';
import { poolNames } from '../../shared/contract/pools.js';
import { declared } from '../../shared/process/metrics/table.js';
import { projectFile } from '../../shared/process/project-file.js';
import { readDeploymentFile } from '../helpers/deployment-files.js';

const text = Type.String();
const named = Type.Object({ name: text });

const scaledObject = Type.Object({
  apiVersion: Type.Literal('keda.sh/v1alpha1'),
  kind: Type.Literal('ScaledObject'),
  metadata: named,
  spec: Type.Object({
    scaleTargetRef: named,
    minReplicaCount: Type.Integer({ minimum: 1 }),
    maxReplicaCount: Type.Integer(),
    triggers: Type.Array(
      Type.Object({ type: Type.Literal('prometheus'), metadata: Type.Object({ query: text, threshold: text }) }),
    ),
  }),
});

const metric = Type.Object({ name: text, selector: Type.Object({ matchLabels: Type.Record(text, text) }) });
const podAutoscaler = Type.Object({
  apiVersion: Type.Literal('autoscaling/v2'),
  kind: Type.Literal('HorizontalPodAutoscaler'),
  metadata: named,
  spec: Type.Object({
    scaleTargetRef: named,
    metrics: Type.Array(Type.Object({ type: Type.Literal('External'), external: Type.Object({ metric }) })),
  }),
});

const rules = Type.Object({
  rules: Type.Object({
    external: Type.Array(Type.Object({ seriesQuery: text, name: Type.Object({ as: text }), metricsQuery: text })),
  }),
});

/** Every document of a file of Kubernetes, each of this shape. */
function manifests<Shape extends TSchema>(path: string, shape: Shape): Static<Shape>[] {
  const validate = validator(shape);
  return parseAllDocuments(readFileSync(projectFile(path), 'utf8')).map((document) => {
    const content: unknown = document.toJS();
    ok(validate(content), `${path}: ${JSON.stringify(validate.errors?.[0])}`);
    return content as Static<Shape>;
  });
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

const deployments = poolNames.map((pool) => `utility-api-${pool}`).sort();

describe('the files for autoscalers', () => {
  it('scale each pool with KEDA, by metrics that exist', () => {
    const objects = manifests('deploy/kubernetes/keda.yml', scaledObject);
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
  });

  it("scale each pool with Kubernetes' own autoscaler, by what the adapter gives", () => {
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
    const scalers = manifests('deploy/kubernetes/hpa.yml', podAutoscaler);
    deepEqual(scalers.map(({ spec }) => spec.scaleTargetRef.name).sort(), deployments);
    for (const { metadata, spec } of scalers) {
      for (const { metric } of spec.metrics.map(({ external }) => external)) {
        ok(given.includes(metric.name), metric.name);
        equal(`utility-api-${metric.selector.matchLabels.pool}`, metadata.name);
      }
    }
  });
});
