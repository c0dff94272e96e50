import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Sandbox, startSandbox } from 'sandbox';

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

  it('suggest nothing for nothing', async () => {
    deepEqual((await suggest('web-suggest', 'client=firefox&q=')).found, []);
  });

  it('answer in ISO-8859-1 unless UTF-8 is asked for', async () => {
    const query = 'client=firefox&hl=fr&q=laptops%20expliqu%C3%A9';
    for (const [asked, charset] of [
      ['', 'ISO-8859-1'],
      ['&oe=utf-8', 'UTF-8'],
    ] as const) {
      const answer = await suggest('web-suggest', query + asked);
      deepEqual([answer.charset, answer.found], [charset, ['laptops expliqué']]);
    }
  });

  it('know one client', async () => {
    equal((await fetch(`${sandbox.url}/web-suggest/complete/search?client=chrome&q=b`)).status, 404);
  });
});
