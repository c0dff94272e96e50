import { equal, throws } from 'node:assert/strict';
import { loadScripts } from '../src/scripts.js';

describe('loadScripts', () => {
  it('supports the installed BullMQ: review the changed scripts before adding the hashes of a new version', () => {
    equal(loadScripts().add.length, 2);
  });

  it('refuses a script that has changed, or has another number of keys', () => {
    const scripts = loadScripts();
    throws(() => loadScripts({ ...scripts, fetch: { ...scripts.fetch, hash: 'another' } }), /not supported/);
    throws(() => loadScripts({ ...scripts, finish: { ...scripts.finish, keys: 3 } }));
  });
});
