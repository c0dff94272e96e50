import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import type { Logger } from '../../process/log.js';
import { chooseBackend, stockBackend } from '../backend.js';
import { PINNED_SCRIPTS, PINNED_VERSION, stockScripts } from './stock-scripts.js';

describe('the scripts of BullMQ that the lane wraps', () => {
  it('are those that it was built on: when BullMQ is upgraded, look at them before pinning the new ones', () => {
    deepEqual(Object.keys(stockScripts()), Object.keys(PINNED_SCRIPTS));
  });

  it('are refused when their number of keys, their text, or the version is another', () => {
    const { end } = PINNED_SCRIPTS;
    throws(
      () => stockScripts({ ...PINNED_SCRIPTS, end: { ...end, hash: end.hash.replace(/^./, 'x') } }),
      /has changed/,
    );
    throws(() => stockScripts({ ...PINNED_SCRIPTS, end: { ...end, keys: 13 } }));
    throws(() => stockScripts(PINNED_SCRIPTS, '6.7.1'), new RegExp(`BullMQ ${PINNED_VERSION} is installed`));
  });

  it('that do not fit leave a process on the stock backend, with one line in its log', () => {
    const lines: unknown[] = [];
    const log = { warn: (...line: unknown[]) => lines.push(line) } as unknown as Logger;
    const misfit = () => stockScripts(PINNED_SCRIPTS, '0.0.0');
    equal(chooseBackend({ QUEUE_BACKEND: 'lane' }, log, misfit), stockBackend);
    equal(lines.length, 1);
    ok(chooseBackend({ QUEUE_BACKEND: 'lane' }, log) !== stockBackend);
    equal(chooseBackend({ QUEUE_BACKEND: 'stock' }, log), stockBackend);
    equal(lines.length, 1);
  });
});
