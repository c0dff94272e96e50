import { equal, rejects } from 'node:assert/strict';
import { withTimeout } from './clock.js';

describe('waiting no longer than a given time', () => {
  const never = new Promise<string>(() => {});

  it('gives what is there in time', async () => {
    equal(await withTimeout(60_000, Promise.resolve('answer')), 'answer');
  });

  it('gives nothing for what comes too late', async () => {
    // Alone, it would let the process end.
    const alive = setInterval(() => {}, 1_000);
    equal(await withTimeout(1, never), undefined);
    clearInterval(alive);
  });

  it('fails as what is waited for does', async () => {
    await rejects(withTimeout(60_000, Promise.reject(new Error('no'))), /no/);
  });
});
