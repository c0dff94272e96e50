import { equal } from 'node:assert/strict';
import { visiblePrefix } from './refusals.js';

describe('the visible prefix of a key', () => {
  it('is that of a key, a partial one included, and null for anything that is not of its alphabet', () => {
    for (const [sent, prefix] of [
      ['ua_live_Ab3x9876', 'ua_live_Ab3x'],
      ['ua_test_Ab', 'ua_test_Ab'],
      ['ua_live_\u001b[2J0000', null],
      ['ua_live_Ab3\n', null],
      ['ua_live_=1+1', null],
      ['a password', null],
      [undefined, null],
    ])
      equal(visiblePrefix(sent), prefix);
  });
});
