import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Child } from '../../embedded/child.js';
import { projectFile } from '../../shared/process/project-file.js';
import { version } from '../../shared/process/version.js';
import { call, eventually, newAccount, stack } from '../helpers/stack.js';

type Value = { stringValue?: string; intValue?: number };

/** A span as the collector gets it, in the JSON of OTLP over HTTP. */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Value }[];
  status: { code?: number };
  service: string;
  version: string | undefined;
}

interface Batch {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: { spans: Omit<Span, 'service' | 'version'>[] }[];
  }[];
}

const ERROR = 2;
const AUTOCOMPLETE = '/v1/web-search/search/autocomplete';

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const listSpans = ({ resourceSpans }: Batch): Span[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const read = (name: string) => resource.attributes.find(({ key }) => key === name)?.value.stringValue;
    const service = { service: read('service.name') ?? '', version: read('service.version') };
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, ...service })));
  });

const attribute = (span: Span | undefined, name: string): string | number | undefined => {
  const value = span?.attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

describe('traces', () => {
  const spans: Span[] = [];
  const paths = new Set<string | undefined>();
  const asked: IncomingHttpHeaders[] = [];
  const children: Child[] = [];
  let collector: Server;
  let upstream: Server;
  let folder: string;
  let baseUrl: string;

  before(async () => {
    const { environment } = (await stack()).platform;
    collector = createServer(async (request, response) => {
      paths.add(request.url);
      spans.push(...listSpans(JSON.parse(await readBody(request))));
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
    // Between the worker and the sandbox, to see what an upstream is sent.
    upstream = createServer(async (request, response) => {
      asked.push(request.headers);
      const answer = await fetch(`${environment.WEB_SUGGEST_URL}${request.url}`);
      const type = answer.headers.get('content-type') ?? '';
      response.writeHead(answer.status, { 'Content-Type': type }).end(await answer.text());
    });
    folder = await mkdtemp(join(tmpdir(), 'ua-'));
    const start = (name: string, module: string, args: string[], env: NodeJS.ProcessEnv) => {
      const child = new Child({ name, module, args, env }, () => {});
      children.unshift(child);
      return child.start();
    };
    // A Redis of its own: the workers of the stack, which trace nothing, would take its jobs.
    const redis = await start('redis', 'dist/embedded/redis.js', [folder, join(folder, 'redis.sock')], environment);
    const env = {
      ...environment,
      REDIS_URL: String(redis.url),
      WEB_SUGGEST_URL: await listen(upstream),
      OTEL_EXPORTER_OTLP_ENDPOINT: await listen(collector),
      OTEL_BSP_SCHEDULE_DELAY: '100',
      PORT: '0',
    };
    const [, { port }] = await Promise.all([
      start('worker', 'dist/workers/main.js', ['fetch'], env),
      start('api', 'dist/api/main.js', [], env),
    ]);
    baseUrl = `http://127.0.0.1:${port}`;
  });

  after(async () => {
    for (const child of children) await child.stop(5_000);
    collector?.close();
    upstream?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const newTrace = () => randomBytes(16).toString('hex');
  const newSpan = () => randomBytes(8).toString('hex');
  const ofTrace = (traceId: string) => spans.filter((span) => span.traceId === traceId);
  const arrived = (traceId: string, number: number) =>
    eventually(
      async () => ofTrace(traceId),
      (found) => found.length >= number,
    );

  it("go from the caller's own trace through the front and the queue to the upstream", async () => {
    const { key } = await newAccount({ credits: 1 });
    const [traceId, callerSpan] = [newTrace(), newSpan()];
    const headers = { traceparent: `00-${traceId}-${callerSpan}-01`, baggage: 'secret=of-the-caller' };
    const answer = await call(AUTOCOMPLETE, { q: `trace ${traceId.slice(0, 6)}` }, { key, baseUrl, headers });
    equal(answer.status, 200);

    await arrived(traceId, 4);
    const bySpan = new Map(ofTrace(traceId).map((span) => [span.spanId, span]));
    const told = ofTrace(traceId).map(({ service, name, parentSpanId = '' }) => {
      const above = parentSpanId === callerSpan ? 'the caller' : bySpan.get(parentSpanId)?.name;
      return `${service}: ${name}, under ${above}`;
    });
    deepEqual(told.sort(), [
      `utility-api-api: POST ${AUTOCOMPLETE}, under the caller`,
      'utility-api-worker-fetch: complete fetch, under process fetch',
      `utility-api-worker-fetch: process fetch, under POST ${AUTOCOMPLETE}`,
      'utility-api-worker-fetch: upstream web-suggest, under process fetch',
    ]);
    const [front, worker, question] = ['POST', 'process', 'upstream'].map((begin) =>
      ofTrace(traceId).find(({ name }) => name.startsWith(begin)),
    );
    equal(attribute(front, 'request.id'), answer.headers.get('x-request-id'));
    equal(attribute(front, 'http.response.status_code'), 200);
    equal(attribute(worker, 'bullmq.job.id'), answer.headers.get('x-request-id'));
    const [{ traceparent, baggage } = {}] = asked;
    equal(traceparent, `00-${traceId}-${question?.spanId}-01`, 'the upstream gets the trace context');
    equal(baggage, undefined, 'and not of what else the caller sent');
    deepEqual([...paths], ['/v1/traces']);
    deepEqual([front?.version, worker?.version], [version, version]);
  });

  it("have the call of an agent's tool under its message", async () => {
    const { key } = await newAccount({ credits: 1 });
    const [traceId, callerSpan] = [newTrace(), newSpan()];
    const params = { name: 'web_search_search_autocomplete', arguments: { q: `agent ${traceId.slice(0, 6)}` } };
    const headers = { traceparent: `00-${traceId}-${callerSpan}-01` };
    const { body } = await call(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      { key, baseUrl, headers },
    );
    await arrived(traceId, 5);
    const [message, inner] = ['/mcp', AUTOCOMPLETE].map((path) =>
      ofTrace(traceId).find((span) => attribute(span, 'url.path') === path),
    );
    deepEqual([message?.parentSpanId, inner?.parentSpanId], [callerSpan, message?.spanId]);
    equal(attribute(inner, 'request.id'), body.result._meta.request_id);
    ok(ofTrace(traceId).some(({ name, parentSpanId }) => name === 'process fetch' && parentSpanId === inner?.spanId));
  });

  it('of calls that are enqueued by one command stay apart', async () => {
    const { key } = await newAccount({ credits: 1 });
    const traces = Array.from({ length: 8 }, newTrace);
    await Promise.all(
      traces.map((traceId) => {
        const headers = { traceparent: `00-${traceId}-${newSpan()}-01` };
        return call(AUTOCOMPLETE, { q: `apart ${traceId.slice(0, 6)}` }, { key, baseUrl, headers });
      }),
    );
    const listJobs = (traceId: string) => ofTrace(traceId).filter(({ name }) => name.startsWith('process'));
    for (const traceId of traces) await arrived(traceId, 4);
    deepEqual(
      traces.map((traceId) => listJobs(traceId).length),
      traces.map(() => 1),
    );
  });

  it('begin at the front if the client sends none, and record what failed', async () => {
    const { key } = await newAccount({ credits: 1 });
    const { headers } = await call('/v1/mailchecker', {}, { key, baseUrl });
    const id = headers.get('x-request-id');
    const own = () => spans.find((span) => attribute(span, 'request.id') === id);
    await eventually(async () => own(), Boolean);
    equal(own()?.parentSpanId, undefined);
    equal(attribute(own(), 'http.response.status_code'), 422);
    equal(own()?.status.code ?? 0, 0, 'a refusal is no failure of ours');

    upstream.close();
    upstream.closeAllConnections();
    const traceId = newTrace();
    const failing = { traceparent: `00-${traceId}-${newSpan()}-01` };
    equal((await call(AUTOCOMPLETE, { q: traceId }, { key, baseUrl, headers: failing })).status, 502);
    // Front and worker send what they recorded each in its own time.
    const failed = async () =>
      ofTrace(traceId)
        .filter(({ status }) => status.code === ERROR)
        .map(({ name }) => name);
    const wanted = [`POST ${AUTOCOMPLETE}`, 'upstream web-suggest'];
    const found = await eventually(failed, (names) => wanted.every((name) => names.includes(name)));
    for (const name of wanted) ok(found.includes(name), `${name} is not among ${found.join(', ')}`);
  });

  it('are not started by idle workers, nor by probes', async () => {
    await fetch(`${baseUrl}/healthz`);
    const { key } = await newAccount({ credits: 1 });
    const traceId = newTrace();
    const headers = { traceparent: `00-${traceId}-${newSpan()}-01` };
    await call('/v1/mailchecker', {}, { key, baseUrl, headers });
    await arrived(traceId, 1);
    deepEqual(
      spans.filter(({ service, parentSpanId }) => service.includes('worker') && !parentSpanId),
      [],
    );
    deepEqual(
      spans.filter((span) => attribute(span, 'url.path') === '/healthz'),
      [],
    );
  });

  it('delay nothing while their collector is unavailable', async () => {
    collector.close();
    collector.closeAllConnections();
    const { key } = await newAccount({ credits: 1 });
    equal((await call('/v1/mailchecker', {}, { key, baseUrl })).status, 422);
    const [api, worker] = [children.find(({ name }) => name === 'api'), children.find(({ name }) => name === 'worker')];
    deepEqual(await Promise.all([api?.stop(60_000), worker?.stop(60_000)]), [0, 0]);
  });

  it('cost nothing while they are off: their packages are not loaded', async () => {
    // prom-client loads the bare API, which does nothing by itself.
    const loaded = `
      await import('${projectFile('dist/api/server.js')}');
      await import('${projectFile('dist/workers/runtime/take.js')}');
      const { createRequire } = await import('node:module');
      const files = Object.keys(createRequire('/').cache);
      if (files.length === 0) throw new Error('the cache of modules is not seen');
      console.log(files.filter((file) => /opentelemetry.(?!api.)|bullmq-otel/.test(file)).join());`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', loaded]);
    equal(stdout.trim(), '');
  });
});
