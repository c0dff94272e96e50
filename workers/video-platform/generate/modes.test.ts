import { equal, match, ok } from 'node:assert/strict';
import { handlers } from '../../../test/helpers/generator-assertions.js';
import { runHandler } from '../../../test/helpers/run-handler.js';
import { findEmoji } from '../../lib/text/emoji.js';

async function writeText(name: string, raw: Readonly<Record<string, unknown>>, seed = 'a'): Promise<string> {
  const handler = handlers[name];
  ok(handler);
  const answer = (await runHandler(handler, raw, { requestId: seed })) as Readonly<Record<string, unknown>>;
  const value = Object.values(answer)[0];
  return Array.isArray(value) ? value.join(' ') : String(value);
}

const SEEDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const topic = 'Sourdough bread for beginners';
const findHashtags = (text: string): string[] => text.match(/#[\p{L}\p{M}\p{N}]+/gu) ?? [];

describe('emojis_mode', () => {
  for (const name of ['title-generator', 'description-generator', 'comment-generator']) {
    it(`none: no emoji in ${name}, not even the topic's own`, async () => {
      for (const seed of SEEDS) {
        equal(
          findEmoji(await writeText(name, { topic: '🍞 Sourdough bread 🔥', emojis_mode: 'none' }, seed)).length,
          0,
        );
        equal(findEmoji(await writeText(name, { topic: '🍞 Sourdough bread 🔥' }, seed)).length, 0);
      }
    });

    it(`random_inject: between one and a dozen, within the text of ${name}`, async () => {
      for (const seed of SEEDS) {
        const count = findEmoji(await writeText(name, { topic, emojis_mode: 'random_inject' }, seed)).length;
        ok(count >= 1 && count <= 12, `${count} emoji`);
      }
    });

    it(`delimiter: emoji between the parts of ${name}`, async () => {
      for (const seed of SEEDS) {
        const text = await writeText(name, { topic, emojis_mode: 'delimiter' }, seed);
        ok(findEmoji(text).length >= 1);
        // Emoji stand between words, never only at the end.
        ok(/\p{Extended_Pictographic}\uFE0F? .*\p{L}/su.test(text), text);
      }
    });

    it(`seo_block: a row of emoji at the end of ${name}`, async () => {
      for (const seed of SEEDS) {
        const text = await writeText(name, { topic, emojis_mode: 'seo_block' }, seed);
        const block = /[^\p{L}\p{N}.!?,]*$/u.exec(text)?.[0] ?? '';
        ok(findEmoji(block).length >= 2, text);
        equal(findEmoji(text).length, findEmoji(block).length, text);
      }
    });
  }

  it('uses emoji of the topic, of its words and of the mood', async () => {
    match(await writeText('title-generator', { topic: '🥖 baking at home', emojis_mode: 'seo_block' }), /🥖/u);
    match(await writeText('title-generator', { topic: 'pizza at home', emojis_mode: 'seo_block' }), /🍕/u);
    match(
      await writeText('title-generator', { topic: 'una guitarra', language: 'es', emojis_mode: 'seo_block' }),
      /🎸/u,
    );
    match(
      await writeText('title-generator', { topic: 'easy recipes', mood: 'romantic', emojis_mode: 'seo_block' }),
      /[❤🌹💕💌🕯]/u,
    );
  });
});

describe('hashtags_mode', () => {
  it('none: no hashtag in a description', async () => {
    equal(findHashtags(await writeText('description-generator', { topic })).length, 0);
    equal(findHashtags(await writeText('description-generator', { topic, hashtags_mode: 'none' })).length, 0);
  });

  for (const [name, extra] of [
    ['description-generator', {}],
    ['social-post-generator', { network: 'SOCIAL_NETWORK' }],
    ['social-post-generator', { network: 'MICROBLOG' }],
  ] as const) {
    const called = `${name} ${Object.values(extra).join()}`;

    it(`end: three to five after the text of ${called}`, async () => {
      for (const seed of SEEDS) {
        const text = await writeText(name, { topic, hashtags_mode: 'end', ...extra }, seed);
        const [row = ''] = /(?:#\S+ ?)+$/u.exec(text) ?? [];
        ok(findHashtags(row).length >= 3 && findHashtags(row).length <= 5, text);
        equal(findHashtags(text).length, findHashtags(row).length);
      }
    });

    it(`seo_block: many after the text of ${called}`, async () => {
      for (const seed of SEEDS) {
        const text = await writeText(name, { topic, hashtags_mode: 'seo_block', ...extra }, seed);
        const [row = ''] = /(?:#\S+ ?)+$/u.exec(text) ?? [];
        ok(findHashtags(row).length >= 8, text);
      }
    });

    it(`random_inject: some inside the text of ${called}`, async () => {
      for (const seed of SEEDS) {
        const text = await writeText(name, { topic, hashtags_mode: 'random_inject', ...extra }, seed);
        const count = findHashtags(text).length;
        ok(count >= 1 && count <= 3, `${count}: ${text}`);
      }
    });
  }

  it('begin with a letter or a number, also between notes of music', async () => {
    const notes = '\u{1D1B9}\u{1D165}\u{1D16F}ڢ\u{1D158}\u{1D165}\u{1D172}ㅣ';
    for (const hashtags_mode of ['random_inject', 'end', 'seo_block']) {
      for (const seed of SEEDS) {
        const text = await writeText(
          'social-post-generator',
          { topic: notes, hashtags_mode, network: 'VIDEO_PLATFORM' },
          seed,
        );
        match(text, /#[\p{L}\p{N}]/u);
        ok(!/#\p{M}/u.test(text), text);
      }
    }
  });

  it('hashtag-generator: more for a block, short ones to scatter, a few for the end', async () => {
    ok(findHashtags(await writeText('hashtag-generator', { topic, hashtags_mode: 'seo_block' })).length >= 8);
    equal(findHashtags(await writeText('hashtag-generator', { topic })).length, 7);
    for (const tag of findHashtags(await writeText('hashtag-generator', { topic, hashtags_mode: 'random_inject' }))) {
      ok(tag.length <= 16, tag);
    }
  });
});

describe('networks', () => {
  it('MICROBLOG posts are one paragraph, the others more', async () => {
    ok(!(await writeText('social-post-generator', { topic, network: 'MICROBLOG' })).includes('\n'));
    ok((await writeText('social-post-generator', { topic, network: 'VIDEO_PLATFORM' })).includes('\n'));
    ok((await writeText('social-post-generator', { topic, network: 'SOCIAL_NETWORK' })).includes('\n'));
  });
});

describe('keywords', () => {
  it('the first one is in titles, descriptions, channel descriptions and tags', async () => {
    for (const name of ['title-generator', 'description-generator', 'channel-description-generator', 'tag-generator']) {
      for (const seed of SEEDS) {
        const text = await writeText(name, { topic: 'Bread', keywords: ['Levain', 'oven', 'flour'] }, seed);
        match(text, /levain/i, name);
      }
    }
  });
});
