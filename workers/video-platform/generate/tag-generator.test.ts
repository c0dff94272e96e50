import { deepEqual, ok } from 'node:assert/strict';
import { runHandler } from '../../../test/helpers/run-handler.js';
import tagGenerator from './tag-generator.js';

const tagsOf = async (topic: string): Promise<string[]> =>
  (await runHandler(tagGenerator, { topic }, { requestId: 'tags' })).tags;

describe('tag-generator', () => {
  it('takes no piece of a number or a measure', async () => {
    for (const topic of ['Running a 200-mile race', 'Walking 10,000 steps a day']) {
      const tags = await tagsOf(topic);
      deepEqual(
        tags.filter((tag) => /^(?:200-mile|200|mile|10|000)$/.test(tag)),
        [],
      );
    }
  });

  it('goes by what did something, and not by what it did', async () => {
    for (const [topic, about] of [
      ['What sourdough taught me', 'sourdough'],
      ['What the lockdown cost us in friends', 'lockdown'],
      ['How bread got expensive', 'bread'],
      ['How Shakespeare wrote Hamlet', 'shakespeare'],
      ['My grandmother taught me to bake rye bread', 'grandmother'],
    ] as const) {
      const tags = (await tagsOf(topic)).map((tag) => tag.toLowerCase());
      ok(tags.includes(about), `${topic}: ${tags.join()}`);
      deepEqual(
        tags.filter((tag) => /\b(?:taught|cost|got|wrote)\b/.test(tag)),
        [],
        topic,
      );
    }
  });
});
