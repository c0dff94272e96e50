import { deepEqual, ok } from 'node:assert/strict';
import { generate } from '../../shared/contract/catalogue/qr-code.js';
import type { Call } from '../../workers/handle.js';
import { runHandler } from '../../workers/runtime/run.js';
import { makeCall } from '../helpers/run-handler.js';
import type { ScriptedFront } from '../helpers/scripted-workers.js';
import { sharedFront } from '../helpers/shared-front.js';
import { call, newAccount } from '../helpers/stack.js';

/** Time until the deadline, in ms: enough for a handler to be told to stop. */
const TIME_MS = 700;

describe('a handler that does not finish before its deadline', () => {
  let front: ScriptedFront;
  let running: Call | undefined;

  before(async () => {
    const run = (_: unknown, handled: Call) => {
      running = handled;
      return handled.signal.aborted ? {} : new Promise<never>(() => {});
    };
    const handlers = new Map([[generate.id, { endpoint: generate, run }]]);
    const { config, clock, log, redis, upstreams, model, disks, dns, disposable, pictures, store } = makeCall();
    const resources = { config, clock, log, redis, upstreams, model, disks, dns, disposable, pictures, store };
    front = await sharedFront((job) => runHandler(handlers, resources, { ...job, deadline: Date.now() + TIME_MS }));
  });
  after(() => front?.stop());

  it('is aborted, and fails with a 504 that is not charged', async () => {
    const { key } = await newAccount();
    const request = { qr_code_text: 'x' };
    const { status, body, headers } = await call('/v1/qr-code/generate', request, { key, baseUrl: front.baseUrl });
    deepEqual([status, body.type, headers.get('x-credits-cost')], [504, 'deadline_exceeded', '0']);
    ok(running?.signal.aborted);
  });
});
