import { deepEqual, equal, match } from 'node:assert/strict';
import { eventually } from '../../test/helpers/stack.js';
import { errors } from '../contract/errors.js';
import { isStoreOutage, StoreTimeoutError } from '../store/outage.js';
import { Outages } from './outages.js';
import { isRedisOutage } from './redis.js';

describe('an outage in the log', () => {
  let available = false;
  const probe = async () => {
    if (!available) throw new Error('unavailable');
    return 'pong';
  };
  const open = () => {
    available = false;
    const lines: { fields: Record<string, unknown>; message: string }[] = [];
    const write = (fields: object, message: string) => void lines.push({ fields: { ...fields }, message });
    const outages = new Outages();
    outages.reportTo({ warn: write, info: write });
    outages.watch('store', { isOutage: isStoreOutage, probe });
    outages.watch('redis', { isOutage: isRedisOutage, probe });
    return { outages, lines };
  };
  const timeout = () => errors.serviceUnavailable({}, new StoreTimeoutError('not done in 2000 ms'));

  it('is one line when it begins and one when it is over, whatever number of requests it affects', async () => {
    const { outages, lines } = open();
    for (let n = 0; n < 100; n++) equal(outages.covers({ requestId: `${n}`, err: timeout() }, 'unavailable'), true);
    equal(outages.covers({ task: 'merge-usage', err: new StoreTimeoutError('late') }, 'task failed'), true);
    equal(outages.covers({ err: new StoreTimeoutError('late') }, 'connection trouble'), true);
    equal(lines.length, 1);
    match(lines[0]?.message ?? '', /^store unavailable since \d{4}-/);
    equal(lines[0]?.fields.cause, 'not done in 2000 ms');
    available = true;
    await eventually(
      async () => lines.length,
      (written) => written === 2,
    );
    const { fields, message } = lines[1] ?? { fields: {}, message: '' };
    deepEqual([message, fields.affected], ['store available again', 101]);
    outages.covers({ requestId: 'later', err: timeout() }, 'unavailable');
    equal(lines.length, 3);
  });

  it('is told from other errors, and that of Redis from that of the store', () => {
    const { outages, lines } = open();
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
    for (const err of [
      new TypeError('a bug'),
      errors.serviceUnavailable({}, new TypeError('a bug')),
      refused,
      undefined,
    ])
      equal(outages.covers({ requestId: 'r', err }, 'failed'), false);
    equal(lines.length, 0);
    equal(outages.covers({ err: refused }, 'connection trouble'), true);
    const unwritable = new Error("Stream isn't writeable and enableOfflineQueue options is false");
    equal(outages.covers({ requestId: 'r', err: errors.serviceUnavailable({}, unwritable) }, 'unavailable'), true);
    deepEqual(
      lines.map(({ message }) => message.split(' ')[0]),
      ['redis'],
    );
  });
});
