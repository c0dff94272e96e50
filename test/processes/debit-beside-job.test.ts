import { deepEqual, equal, ok } from 'node:assert/strict';
import { audit } from '../../shared/ledger/audit.js';
import { jsonReply } from '../../shared/queue/job.js';
import type { ScriptedFront } from '../helpers/scripted-workers.js';
import { sharedFront } from '../helpers/shared-front.js';
import { type Answer, call, eventually, isAtRest, newAccount, stack } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const PRICE = 1_000;
/** How long a job has time to begin while the store stands still: less than makes a store that is slow one that is away. */
const BEGINS_WITHIN_MS = 1_000;

describe('the debit beside the job', () => {
  let front: ScriptedFront;
  let begun = 0;
  before(async () => {
    front = await sharedFront(async () => {
      begun++;
      return jsonReply(200, { done: true });
    });
  });
  after(() => front.stop());

  /** Makes a call while the store stands still: whether its job begins, and what comes of it when the store goes on. */
  async function callWithoutStore(key: string): Promise<{ beganFirst: boolean; answer: Answer; before: Answer }> {
    const { platform } = await stack();
    const pid = platform.children.get('store')?.pid ?? 0;
    const { baseUrl } = front;
    // What a front knows of a key and a balance is fresh for half a second.
    const before = await call('/v1/vat', VAT, { key, baseUrl });
    const known = begun;
    let answered = false;
    process.kill(pid, 'SIGSTOP');
    const calling = call('/v1/vat', VAT, { key, baseUrl }).finally(() => (answered = true));
    await eventually(
      async () => begun > known,
      (began) => began,
      BEGINS_WITHIN_MS,
    ).catch(() => {});
    const beganFirst = begun > known;
    ok(!answered, 'no answer leaves before its credits are taken');
    process.kill(pid, 'SIGCONT');
    return { beganFirst, answer: await calling, before };
  }

  it('lets an ample account not wait for the store, and answers when both are there', async function () {
    const { platform, store } = await stack();
    if (!platform.children.get('store')) this.skip();
    const { key, account } = await newAccount({ credits: 100 });
    let calls = 0;
    const sideBySide = async () => {
      const made = await callWithoutStore(key);
      calls += [made.before, made.answer].filter(({ status }) => status === 200).length;
      return made;
    };
    const { answer } = await eventually(sideBySide, ({ beganFirst }) => beganFirst);
    deepEqual([answer.status, answer.body], [200, { done: true }]);
    equal(answer.headers.get('x-credits-remaining'), String(100 - (calls * PRICE) / 1_000_000));
    const wallet = await eventually(() => store.wallets.findOne({ _id: account }), isAtRest);
    equal(wallet?.spent, calls * PRICE);
    deepEqual((await audit(store, account)).findings, []);
  });

  it('does nothing for an account whose balance may not do before its credits are taken', async function () {
    if (!(await stack()).platform.children.get('store')) this.skip();
    const { key } = await newAccount({ credits: 0.5 });
    const { beganFirst, answer } = await callWithoutStore(key);
    equal(beganFirst, false);
    // Where the machine was slow the store counts as away.
    ok([200, 503].includes(answer.status), `${answer.status}`);
  });

  it('answers 402 and takes nothing when an ample balance has gone elsewhere meanwhile', async () => {
    const { store } = await stack();
    const { baseUrl } = front;
    const { key, account } = await newAccount({ credits: 100 });
    equal((await call('/v1/vat', VAT, { key, baseUrl })).status, 200);
    await eventually(() => store.wallets.findOne({ _id: account }), isAtRest);
    await store.wallets.updateOne({ _id: account }, { $set: { 'lots.0.left': 0, bought: PRICE } });
    const { status, body, headers } = await call('/v1/vat', VAT, { key, baseUrl });
    deepEqual([status, body.type, headers.get('x-credits-cost')], [402, 'insufficient_credits', '0']);
    const wallet = await store.wallets.findOne({ _id: account });
    deepEqual([wallet?.open.length, wallet?.spent], [0, PRICE]);
  });
});
