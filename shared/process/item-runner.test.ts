import { deepEqual, equal, rejects } from 'node:assert/strict';
import { failFast, skipFailures } from './item-runner.js';

describe('skipFailures', () => {
  const evenOnly = async (item: number) => {
    if (item % 2 !== 0) throw new Error(`not ${item}`);
  };

  it('goes on with the others if one fails, reports it and postpones it', async () => {
    const failed: string[] = [];
    const postponed: number[] = [];
    const each = skipFailures((which, error) => failed.push(`${which}: ${error}`));
    const done = await each([1, 2, 3, 4, 5, 6], String, evenOnly, async (item) => postponed.push(item));
    equal(done, 3);
    deepEqual(failed, ['1: Error: not 1', '3: Error: not 3', '5: Error: not 5']);
    deepEqual(postponed, [1, 3, 5]);
    await rejects(failFast([2, 3, 4], String, evenOnly), /not 3/);
  });

  it('ends if all fail, and when it is stopped', async () => {
    const failed: string[] = [];
    const each = skipFailures((which) => failed.push(which));
    await rejects(each(Array(100).fill(1), String, evenOnly), /not 1/);
    equal(failed.length, 20);
    const stopping = skipFailures(() => {}, AbortSignal.abort());
    await rejects(stopping([2], String, evenOnly), { name: 'AbortError' });
  });
});
