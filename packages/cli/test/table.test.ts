import { equal, ok } from 'node:assert/strict';
import { note, print } from '../src/output.js';
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

describe('the output of the command line', () => {
  const STEERING = 'sly\u001b[2J \u009b2J \u202etxt';

  /** Returns what is written to a stream at a terminal. */
  function capture(stream: NodeJS.WriteStream, run: () => void): string {
    const { isTTY, write } = stream;
    const written: string[] = [];
    Object.assign(stream, { isTTY: true, write: (text: string) => written.push(text) });
    try {
      run();
    } finally {
      Object.assign(stream, { isTTY, write });
    }
    return written.join('');
  }

  it('holds nothing of the service that steers a terminal, in errors and in JSON', () => {
    const noted = capture(process.stderr, () => note(`Error: ${STEERING}\n(request 7)`));
    equal(noted, 'Error: sly [2J  2J  txt\n(request 7)\n');
    const json = capture(process.stdout, () => print({ name: STEERING }, { output: 'json' }));
    equal(json, '{\n  "name": "sly\\u001b[2J \\u009b2J \\u202etxt"\n}\n');
    equal(JSON.parse(json).name, STEERING);
  });
});
