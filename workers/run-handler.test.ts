import { equal, ok } from 'node:assert/strict';
import { vat } from '../shared/contract/catalogue/vat.js';
import { makeCall } from '../test/helpers/run-handler.js';
import type { Call } from './handle.js';
import { ProcessorShare } from './processor-share.js';
import { runHandler } from './run-handler.js';

describe('a call that is run', () => {
  it('has had what its process spent on it and what others did', async () => {
    const { config, clock, log, redis, upstreams, model, disks, dns, pictures, store } = makeCall();
    const resources = { config, clock, log, redis, upstreams, model, disks, dns, pictures, store };
    let spentHere = 0;
    const run = async (_: unknown, { spend }: Call) => {
      spentHere += 5;
      spend(300);
      spend(40);
      return {};
    };
    const handlers = new Map([[vat.id, { endpoint: vat, run }]]);
    const work = {
      requestId: 'r',
      endpoint: vat.id,
      account: 'a',
      input: {},
      deadline: Date.now() + 10_000,
      replyTo: 'f',
    };
    let told = 0;
    const { status } = await runHandler(handlers, resources, work, new ProcessorShare(() => spentHere), (call, ms) => {
      ok(call === work);
      told += ms;
    });
    equal(status, 200);
    equal(told, 345);
  });
});
