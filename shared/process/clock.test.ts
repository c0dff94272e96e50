import { equal, rejects } from 'node:assert/strict';
import { withTimeout } from './clock.js';

describe('withTimeout', () => {
  const never = new Promise<string>(() => {});

  it('returns the result of a promise that is settled in time', async () => {
    equal(await withTimeout(60_000, Promise.resolve('answer')), 'answer');
  });

  it('returns undefined on a timeout', async () => {
    // The timer alone does not keep the process alive.
    const alive = setInterval(() => {}, 1_000);
    equal(await withTimeout(1, never), undefined);
    clearInterval(alive);
  });

  it('is rejected with the error of the promise', async () => {
    await rejects(withTimeout(60_000, Promise.reject(new Error('no'))), /no/);
  });
});
