import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { FAIR_CPU_MS, OVERRUNS } from '../../shared/contract/bounds.js';
import { generate } from '../../shared/contract/catalogue/qr-code.js';
import type { Call } from '../../workers/handle.js';
import { ProcessorShare } from '../../workers/processor-share.js';
import { runHandler } from '../../workers/run-handler.js';
import { makeCall } from '../helpers/run-handler.js';
import type { ScriptedFront } from '../helpers/scripted-workers.js';
import { sharedFront } from '../helpers/shared-front.js';
import { call, errorIn, newAccount, stack, type TestAccount } from '../helpers/stack.js';

const BODY = { qr_code_text: 'x' };

/** Time that the handlers here have: enough to be cut off in. */
const TIME_MS = 700;

const never = new Promise<never>(() => {});

describe('calls that are cut off', () => {
  let front: ScriptedFront;
  let waits: (call: Call) => Promise<object>;
  /** Processor time that the handlers' process has spent, in ms: what a machine gives in so short a time is luck. */
  let spent = 0;
  /** Work that has its fair time of a processor, and more; it goes on for good. */
  const hard = async ({ work }: Call) => {
    spent += 2 * OVERRUNS.count * FAIR_CPU_MS;
    return work(never);
  };

  before(async () => {
    const handlers = new Map([
      [generate.id, { endpoint: generate, run: (_: unknown, running: Call) => waits(running) }],
    ]);
    const { config, clock, log, redis, upstreams, model, disks, dns, pictures, store } = makeCall();
    const resources = { config, clock, log, redis, upstreams, model, disks, dns, pictures, store };
    const share = new ProcessorShare(() => spent);
    front = await sharedFront((work) =>
      runHandler(handlers, resources, { ...work, deadline: Date.now() + TIME_MS }, share),
    );
  });
  after(() => front?.stop());

  const ask = ({ key }: TestAccount) => call('/v1/qr-code/generate', BODY, { key, baseUrl: front.baseUrl });

  it('while they work on what they were sent are a 504 that is charged', async () => {
    const mine = await newAccount();
    waits = hard;
    const { status, body, headers } = await ask(mine);
    deepEqual([status, body.type, headers.get('x-credits-cost')], [504, 'input_too_costly', '0.01']);
  });

  it('while they work on a machine that has no time for them are a 504 that is given back', async () => {
    const mine = await newAccount();
    waits = ({ work }) => {
      spent += FAIR_CPU_MS - 1;
      return work(never);
    };
    const { status, body, headers } = await ask(mine);
    deepEqual([status, body.type, headers.get('x-credits-cost')], [504, 'deadline_exceeded', '0']);
  });

  it('while what they spent was for others beside them are a 504 that is given back', async () => {
    const [mine, other] = [await newAccount(), await newAccount()];
    let began = () => {};
    const both = new Promise<void>((resolve) => {
      let arrived = 0;
      began = () => ++arrived === 2 && resolve();
    });
    waits = async ({ work }) => {
      began();
      await both;
      spent += FAIR_CPU_MS - 1;
      return work(never);
    };
    for (const { body } of await Promise.all([ask(mine), ask(other)])) equal(body.type, 'deadline_exceeded');
  });

  it('while they wait for something of ours are a 504 that is given back', async () => {
    const mine = await newAccount();
    waits = () => never;
    const { status, body, headers } = await ask(mine);
    deepEqual([status, body.type, headers.get('x-credits-cost')], [504, 'deadline_exceeded', '0']);
  });

  it('hear of it before their time is over', async () => {
    const mine = await newAccount();
    let aborted = false;
    waits = async ({ signal, work }) => {
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      return work(never);
    };
    await ask(mine);
    ok(aborted);
  });

  it(`${OVERRUNS.count} in ${OVERRUNS.seconds} s have their key pause in the group, uncharged; other groups and keys go on`, async () => {
    const [mine, other] = [await newAccount(), await newAccount()];
    waits = hard;
    await Promise.all(Array.from({ length: OVERRUNS.count }, () => ask(mine)));
    const { status, body, headers } = await ask(mine);
    deepEqual([status, body.type, headers.get('x-credits-cost')], [429, 'too_many_overruns', '0']);
    match(errorIn(body).error as string, /pause/);
    const wait = Number(headers.get('retry-after'));
    ok(wait > 0 && wait <= OVERRUNS.seconds, `${wait}`);
    waits = async () => ({ image: 'of another' });
    equal((await ask(other)).status, 200);
    const { platform } = await stack();
    equal((await call('/v1/qr-code/generate', BODY, { key: mine.key, baseUrl: platform.baseUrl })).status, 200);
  });
});
