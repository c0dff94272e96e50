import { equal, ok } from 'node:assert/strict';
import { formatTable } from '../src/table.js';

const lines = (...expected: string[]) => `${expected.join('\n')}\n`;

describe('a result for people', () => {
  it('has names and values, and what is inside under its name', () => {
    equal(
      formatTable({
        count: 2,
        none: [],
        note: null,
        countries: [{ code: 'AT', eu: true }, { code: 'CH' }],
        tags: ['a', 'b'],
      }),
      lines(
        'count  2',
        'none   []',
        'note   –',
        '',
        'countries:',
        '  code  eu',
        '  AT    true',
        '  CH    –',
        '',
        'tags:',
        '  - a',
        '  - b',
      ),
    );
  });

  it('has objects side by side that are listed by name', () => {
    equal(
      formatTable({ broker: { fee: 0, markup: '0.8%' }, bank: { fee: 15, markup: '3%' } }),
      lines('        fee  markup', 'broker  0    0.8%', 'bank    15   3%'),
    );
  });

  it('is as wide as the terminal, and holds nothing that steers it', () => {
    const text = formatTable({ text: 'word '.repeat(60), sly: '\u001b[2J\u0007\u202e👩‍🍳' }, 60);
    ok(
      text.split('\n').every((line) => line.length <= 60),
      text,
    );
    for (const steering of ['\u001b', '\u0007', '\u202e']) ok(!text.includes(steering));
    ok(text.includes('👩‍🍳'));
  });
});
