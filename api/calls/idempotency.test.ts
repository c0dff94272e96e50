import { deepEqual, equal, rejects } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import type { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import { systemClock } from '../../shared/process/clock.js';
import { readConfig } from '../../shared/process/config.js';
import { jsonReply } from '../../shared/queue/job.js';
import { Disks } from '../../shared/storage/disks.js';
import { Quota } from '../../shared/storage/quota.js';
import { newAccount, stack } from '../../test/helpers/stack.js';
import { Idempotency } from './idempotency.js';
import { KeptReplies } from './kept-replies.js';

describe('claims of an Idempotency-Key', () => {
  let account: string;
  before(async () => {
    ({ account } = await newAccount());
  });

  /** @param beforeRead delays the lookup of an existing claim */
  async function openIdempotency(beforeRead: Promise<unknown> = Promise.resolve()): Promise<Idempotency> {
    const { store, platform } = await stack();
    const config = readConfig(platform.environment);
    const replies = new KeptReplies(new Disks(config), new Quota(store.keptBytes, systemClock, config), config);
    const answers = new Proxy(store.firstAnswers, {
      get(collection, name) {
        if (name === 'findOne') return (filter: object) => beforeRead.then(() => collection.findOne(filter));
        const member: unknown = Reflect.get(collection, name);
        return typeof member === 'function' ? member.bind(collection) : member;
      },
    });
    return new Idempotency(answers, replies, systemClock, () => {});
  }

  it('go to one of several requests that saw a claim which was then released', async () => {
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

  it('are not ended by a request that has lost its claim', async () => {
    const key = nanoid();
    const idempotency = await openIdempotency();
    equal(await idempotency.claim(account, key, 'the request', 'first'), undefined);
    await idempotency.release(account, key, 'another');
    await idempotency.keep(account, key, 'another', jsonReply(200, {}));
    await rejects(idempotency.claim(account, key, 'the request', 'second'), { type: errors.idempotencyKeyInUse.type });
  });
});
