import { deepEqual, equal, rejects } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { ReplyStore } from '../../features/requests/reply-store.js';
import type { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import { audit } from '../../shared/ledger/audit.js';
import { type Clock, systemClock } from '../../shared/process/clock.js';
import { readConfig } from '../../shared/process/config.js';
import { jsonReply } from '../../shared/queue/job.js';
import { Disks } from '../../shared/storage/disks.js';
import { Quota } from '../../shared/storage/quota.js';
import { newAccount, stack } from '../../test/helpers/stack.js';
import { Ledger } from '../ledger/ledger.js';
import { Idempotency } from './idempotency.js';

describe('Idempotency', () => {
  let account: string;
  before(async () => {
    ({ account } = await newAccount());
  });

  /**
   * @param beforeRead delays the lookup of an existing claim
   * @param ledger undoes requests that are superseded
   */
  async function openIdempotency(
    beforeRead: Promise<unknown> = Promise.resolve(),
    clock: Clock = systemClock,
    ledger?: Ledger,
  ): Promise<Idempotency> {
    const { store, platform } = await stack();
    const config = readConfig(platform.environment);
    const replies = new ReplyStore(new Disks(config), new Quota(store.keptBytes, systemClock, config), config);
    const answers = new Proxy(store.firstAnswers, {
      get(collection, name) {
        if (name === 'findOne') return (filter: object) => beforeRead.then(() => collection.findOne(filter));
        const member: unknown = Reflect.get(collection, name);
        return typeof member === 'function' ? member.bind(collection) : member;
      },
    });
    return new Idempotency(
      answers,
      replies,
      clock,
      async (...request) => ledger?.undo(...request),
      () => {},
    );
  }

  it('gives a released claim to one of several requests that wait for it', async () => {
    const key = nanoid();
    const first = await openIdempotency();
    equal(await first.claim(account, key, 'the request', 'first'), undefined);
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const others = await openIdempotency(released);
    const claims = ['second', 'third'].map((id) =>
      others.claim(account, key, 'the request', id).then(
        () => 'claimed',
        ({ type }: ApiError) => type,
      ),
    );
    await first.release(account, key, 'first');
    release();
    deepEqual((await Promise.all(claims)).sort(), ['claimed', errors.idempotencyKeyInUse.type]);
  });

  it('ignores the response of a request that has lost its claim', async () => {
    const key = nanoid();
    const idempotency = await openIdempotency();
    equal(await idempotency.claim(account, key, 'the request', 'first'), undefined);
    await idempotency.release(account, key, 'another');
    await idempotency.store(account, key, 'another', jsonReply(200, {}));
    await rejects(idempotency.claim(account, key, 'the request', 'second'), { type: errors.idempotencyKeyInUse.type });
  });

  for (const fate of ['held', 'charged'] as const) {
    it(`undoes what was ${fate} for a request whose front died, before another runs`, async () => {
      const { store } = await stack();
      const { account } = await newAccount();
      const options = { store, clock: systemClock, front: nanoid(), notify: async () => {}, settled: () => {} };
      const ledger = new Ledger({ ...options, onError: () => {} });
      const [key, requestId] = [nanoid(), nanoid()];
      equal(await (await openIdempotency()).claim(account, key, 'the request', requestId), undefined);
      const held = await ledger.hold({ account, key: 'key', endpoint: 'vat', requestId, cost: 1_000 });
      if (fate === 'charged') {
        ledger.settle(held, { status: 200 }, { ms: 1 });
        await ledger.drain(10_000);
      }
      const minuteLater: Clock = { now: () => new Date(Date.now() + 60_000) };
      const later = await openIdempotency(undefined, minuteLater, ledger);
      equal(await later.claim(account, key, 'the request', 'second'), undefined);
      const wallet = await store.wallets.findOne({ _id: account });
      deepEqual([wallet?.open, wallet?.spent], [[], 0]);
      deepEqual((await audit(store, account)).findings, []);
    });
  }
});
