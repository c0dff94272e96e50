import { deepEqual, equal, ok } from 'node:assert/strict';
import { handlers } from '../../../test/helpers/generator-assertions.js';
import { runHandler } from '../../../test/helpers/run-handler.js';
import { sanitiseKeywords } from '../../lib/text/words.js';

describe('keywords', () => {
  it('lose unusual symbols in every script, and keep those that belong to words', () => {
    for (const [raw, clean] of [
      ['  sourdough!!! ', 'sourdough'],
      ['★ café ★', 'café'],
      ['C++', 'C++'],
      ['C#', 'C#'],
      ['R&B', 'R&B'],
      ["rock 'n' roll", 'rock n roll'],
      ['node.js', 'node.js'],
      ['e-bike', 'e-bike'],
      ['🍞 pan 🔥', 'pan'],
      ['👨‍👩‍👧‍👦', ''],
      ['!!!', ''],
      ['<b>bold</b>', 'bold'],
      ['#hashtag', 'hashtag'],
      ['كرة القدم!', 'كرة القدم'],
      ['\u202Eכדורגל\u202C', 'כדורגל'],
      ['「面包」', '面包'],
      ['パン作り☆', 'パン作り'],
      ['हिन्दी खाना?', 'हिन्दी खाना'],
      ['ทำขนมปัง~', 'ทำขนมปัง'],
      ['می‌خواهم', 'می‌خواهم'],
      ['Москва…', 'Москва'],
      ['e\u0301clair', 'éclair'],
      ['ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
    ] as const) {
      deepEqual(sanitiseKeywords([raw], 3), clean === '' ? [] : [clean], JSON.stringify(raw));
    }
  });

  it('are at most three different ones, in their order', () => {
    deepEqual(sanitiseKeywords(['b', '★', 'a', 'B', 'c', 'd'], 3), ['b', 'a', 'c']);
    deepEqual(sanitiseKeywords(['one, two；three، four'], 3), ['one', 'two', 'three']);
  });

  it('lead the tags as they were given, right-to-left ones too', async () => {
    const handler = handlers['tag-generator'];
    ok(handler);
    const keywords = ['خبز!', '🔥levain🔥', 'oven', 'flour'];
    const { tags } = (await runHandler(handler, { topic: 'Bread', keywords })) as { tags: string[] };
    deepEqual(tags.slice(0, 3), ['خبز', 'levain', 'oven']);
    equal(tags.includes('flour'), false);
  });

  it('the first weighs most: it alone is in every title', async () => {
    const handler = handlers['title-generator'];
    ok(handler);
    const seen = { first: 0, others: 0 };
    for (let seed = 0; seed < 40; seed++) {
      const raw = { topic: 'Bread', keywords: ['levain', 'oven', 'flour'] };
      const { title } = (await runHandler(handler, raw, { requestId: String(seed) })) as { title: string };
      if (/levain/i.test(title)) seen.first++;
      if (/oven|flour/i.test(title)) seen.others++;
    }
    equal(seen.first, 40);
    equal(seen.others, 0);
  });
});
