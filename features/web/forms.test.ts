import { equal } from 'node:assert/strict';
import { readDone } from './forms.js';

describe('the confirmation of a page', () => {
  it('is found by its name alone, not by inherited properties', () => {
    const messages = { revoked: 'Key revoked.' };
    equal(readDone(messages, { done: 'revoked' }), 'Key revoked.');
    for (const done of ['constructor', '__proto__', 'other', ['revoked']])
      equal(readDone(messages, { done }), undefined);
  });
});
