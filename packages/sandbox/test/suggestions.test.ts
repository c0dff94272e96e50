import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Sandbox, startSandbox } from 'sandbox';
import { drawn, seeded } from './drawn.js';

describe('the suggestion services', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());

  const suggest = async (service: string, query: string) => {
    const answer = await fetch(`${sandbox.url}/${service}/complete/search?${query}`);
    const charset = /charset=(.+)/.exec(answer.headers.get('content-type') ?? '')?.[1];
    const [typed, found]: [string, string[]] = JSON.parse(new TextDecoder(charset).decode(await answer.arrayBuffer()));
    return { charset, typed, found };
  };

  it('complete what was typed, the shortest first, at most ten and fourteen', async () => {
    for (const [service, most] of [
      ['web-suggest', 10],
      ['video-suggest', 14],
    ] as const) {
      const { typed, found } = await suggest(service, 'client=firefox&q=B');
      equal(typed, 'B');
      equal(found.length, most);
      ok(found.every((words) => words.startsWith('b')));
      deepEqual(
        found.map(({ length }) => length),
        found.map(({ length }) => length).sort((a, b) => a - b),
      );
    }
  });

  it(seeded('suggest something for every beginning, in the language asked for'), async () => {
    const begun = [
      'mus',
      'how to ',
      'кул',
      '猫',
      'b',
      ...drawn.words(20).map((words) => words.slice(0, words.length - 1) || words),
    ];
    for (const typed of begun) {
      for (const service of ['web-suggest', 'video-suggest']) {
        const { found } = await suggest(service, `client=firefox&oe=utf-8&q=${encodeURIComponent(typed)}`);
        ok(found.length >= 3, `${found} for ${typed}`);
        equal(new Set(found).size, found.length);
        ok(
          found.every((words) => words.startsWith(typed)),
          `${found} for ${typed}`,
        );
      }
    }
    for (const [hl, words] of [
      ['de', 'fahrrad kaufen'],
      ['es', 'fahrrad paso a paso'],
      ['pt', 'fahrrad em casa'],
      ['ja', 'fahrrad とは'],
    ]) {
      const { found } = await suggest('web-suggest', `client=firefox&oe=utf-8&hl=${hl}&q=fahrrad`);
      ok(found.includes(words ?? ''), `${found} in ${hl}`);
    }
  });

  it('suggest nothing for nothing, and for what is unknown', async () => {
    deepEqual((await suggest('web-suggest', 'client=firefox&q=')).found, []);
    deepEqual((await suggest('video-suggest', 'client=firefox&q=unknown%20song')).found, []);
  });

  it('answer in ISO-8859-1 unless UTF-8 is asked for', async () => {
    const query = 'client=firefox&hl=fr&q=laptops%20expliqu%C3%A9';
    for (const [asked, charset] of [
      ['', 'ISO-8859-1'],
      ['&oe=utf-8', 'UTF-8'],
    ] as const) {
      const answer = await suggest('web-suggest', query + asked);
      deepEqual([answer.charset, answer.found[0]], [charset, 'laptops expliqué']);
    }
  });

  it('know one client', async () => {
    equal((await fetch(`${sandbox.url}/web-suggest/complete/search?client=chrome&q=b`)).status, 404);
  });
});
