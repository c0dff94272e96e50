import { deepEqual, match } from 'node:assert/strict';
import { vat } from '../../shared/contract/catalogue/vat.js';
import { errors } from '../../shared/contract/errors.js';
import { renderMetrics } from '../../shared/process/metrics/serve.js';
import { errorReply, type PersistedReply } from '../../shared/queue/job.js';
import type { CallState } from '../call.js';
import { countCalls } from './measure.js';

/** A request with its response. */
const context = (path: string, status: number, state: Partial<CallState> = {}) => {
  const get = () => '';
  return { state, status, path, get, ip: '127.0.0.1', response: { get, type: 'application/json' } };
};

describe('the traffic figures', () => {
  const unconfigured = errorReply(errors.upstreamNotConfigured({ setting: 'MUSIC_KEY' }), 'id', '');
  const cancelled = errorReply(errors.jobCancelled(), 'id', '');
  const failed = errorReply(errors.upstreamUnavailable(), 'id', '');
  let counted: boolean[];
  const record = countCalls({
    traffic: { count: ({ isServerFault }) => counted.push(isServerFault) },
    requestLog: { record: () => {} },
    bodies: { add: () => {} },
  });
  const count = (state: Partial<CallState>, status: number) => record(context('/v1/vat', status, state), 1);

  beforeEach(() => {
    counted = [];
  });

  it('lack calls whose upstream is not configured, or whose client cancelled them, which would count against availability', async () => {
    for (const reply of [failed, unconfigured, cancelled])
      count({ endpoint: vat, reply, isServerFault: true }, reply.status);
    deepEqual(counted, [true]);
    match(await renderMetrics(), /^utility_api_calls_total\{endpoint="vat",status="not_configured"\} 1$/m);
  });

  it('lack such calls as well when they are asynchronous', async () => {
    const endsAs = async (reply: PersistedReply) => count({ endpoint: vat, later: Promise.resolve(reply) }, 202);
    for (const reply of [failed, unconfigured, cancelled]) await endsAs(reply);
    await Promise.resolve();
    deepEqual(counted, [true]);
  });
});

describe('failed requests', () => {
  it('are recorded, but no probes of a front that is not ready', () => {
    const recorded: string[] = [];
    const record = countCalls({
      traffic: { count: () => {} },
      requestLog: { record: ({ path }) => recorded.push(path) },
      bodies: { add: () => {} },
    });
    for (const path of ['/v1/vat', '/readyz', '/healthz']) record(context(path, 503), 1);
    deepEqual(recorded, ['/v1/vat']);
  });
});
