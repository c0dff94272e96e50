import { deepEqual, equal, ok } from 'node:assert/strict';
import { errors } from '../../shared/contract/errors.js';
import { poolNames } from '../../shared/contract/pools.js';
import { audit } from '../../shared/ledger/audit.js';
import { errorReply, jsonReply } from '../../shared/queue/job.js';
import type { JobRunner } from '../../workers/runtime/run.js';
import { type ScriptedFront, scriptedFront } from '../helpers/scripted-workers.js';
import { call, errorIn, eventually, isAtRest, newAccount, stack, type TestAccount } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
/** A request to a pool without workers. */
const [UNSERVED_PATH, UNSERVED] = ['/v1/mailchecker', { email: 'who@example.com' }];

const assertNotCharged = async (mine: TestAccount) => {
  const { store } = await stack();
  const read = () => store.wallets.findOne({ _id: mine.account });
  const wallet = await eventually(read, isAtRest);
  equal(wallet?.lots[0]?.left, 1_000_000);
  equal(await store.usage.countDocuments({ account: mine.account, state: 'void' }), 1);
  deepEqual((await audit(store, mine.account)).findings, []);
};

const assertCharged = async (mine: TestAccount) => {
  const { store } = await stack();
  const read = () => store.wallets.findOne({ _id: mine.account });
  const wallet = await eventually(read, isAtRest);
  deepEqual([wallet?.lots[0]?.left, wallet?.spent], [999_000, 1_000]);
};

describe('credits of a failed call', () => {
  let workers: ScriptedFront;
  /** Lets the slow request continue. */
  let release = () => {};
  before(async () => {
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const answer: JobRunner['run'] = async ({ input, requestId }) => {
      const net = String((input as { net: unknown }).net);
      if (net === '504') await released;
      const error = {
        400: errors.missingTopic,
        403: errors.apiKeyNotAllowed,
        404: errors.pathUnknown,
        422: errors.pairsRequired,
        500: errors.internalError,
        502: errors.upstreamUnavailable,
        503: errors.serviceBusy,
      }[net];
      return error ? errorReply(error(), requestId, '') : jsonReply(200, { net });
    };
    const served = poolNames.filter((pool) => pool !== 'fetch');
    workers = await scriptedFront(answer, {}, served);
  });
  after(() => workers.stop());

  for (const status of [500, 502, 503]) {
    it(`are released for a ${status} of the worker`, async () => {
      const mine = await newAccount();
      const options = { key: mine.key, baseUrl: workers.baseUrl, tries: 1 };
      const answer = await call('/v1/vat', { ...VAT, net: status }, options);
      equal(answer.status, status);
      deepEqual(Object.keys(answer.body), ['error', 'code', 'type', 'request_id', 'doc_url']);
      equal(answer.headers.get('x-credits-cost'), '0');
      equal(answer.headers.get('x-credits-remaining'), '1');
      await assertNotCharged(mine);
    });
  }

  for (const status of [400, 403, 404, 422]) {
    it(`are charged for a ${status} of the worker`, async () => {
      const mine = await newAccount();
      const answer = await call('/v1/vat', { ...VAT, net: status }, { key: mine.key, baseUrl: workers.baseUrl });
      equal(answer.status, status);
      equal(answer.headers.get('x-credits-cost'), '0.001');
      await assertCharged(mine);
    });
  }

  it('are released for a timeout (504), and for a pool without workers (503 with Retry-After)', async () => {
    const [slow, idle] = [await newAccount(), await newAccount()];
    const [late, unserved] = await Promise.all([
      call('/v1/vat', { ...VAT, net: 504 }, { key: slow.key, baseUrl: workers.baseUrl }),
      call(UNSERVED_PATH, UNSERVED, { key: idle.key, baseUrl: workers.baseUrl, tries: 1 }),
    ]).finally(release);
    equal(late.status, 504);
    deepEqual(errorIn(late.body), { error: 'The request took too long', code: 504 });
    equal(unserved.status, 503);
    deepEqual(errorIn(unserved.body), { error: 'The service is busy, try again shortly', code: 503 });
    ok(Number(unserved.headers.get('retry-after')) > 0);
    await assertNotCharged(slow);
    await assertNotCharged(idle);
  });
});
