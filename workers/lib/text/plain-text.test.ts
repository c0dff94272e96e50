import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { randomFrom } from 'readings/compose';
import { seed, seeded } from '../../../test/helpers/randomised.js';
import { finishPost } from '../../video-platform/generate/limits.js';
import { removeHashtags } from './hashtags.js';
import { cutAtWord, plainLine, plainText } from './plain-text.js';

const EMOJI = ['👨‍👩‍👧‍👦', '🏳️‍🌈', '🇮🇹', '👍🏽', '🔥', '❤️'];
const words = fc.array(
  fc.oneof(
    fc.constantFrom('bread', 'naïve', 'кот', 'قط', 'it’s', 'e\u0301te\u0301', '#HashTag', '#خبز'),
    fc.constantFrom(...EMOJI),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((word) => !/\s/u.test(word)),
  ),
  { minLength: 1, maxLength: 60 },
);

describe('cutting', () => {
  it(seeded('ends at a whole word, so never inside an emoji or a hashtag'), () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 13, max: 280 }), (all, max) => {
        const text = all.join(' ');
        const cut = cutAtWord(text, max);
        ok(cut.length <= max, `${cut.length} of ${max}`);
        ok(text.startsWith(cut));
        // Signs that dangle are left out too, so what is left may be the beginning of the last word's signs only.
        // A text whose first word does not fit is cut between characters.
        if ((all[0]?.length ?? 0) > max) return;
        const last = cut.split(' ').at(-1) ?? '';
        const whole = all[cut === '' ? 0 : cut.split(' ').length - 1] ?? '';
        ok(cut === '' || whole === last || /^[\p{P}\p{S}]+$/u.test(whole.slice(last.length)), `${last} of ${whole}`);
      }),
      { seed, numRuns: 300 },
    );
  });

  it('keeps a family, a flag and a skin tone whole where a text has no spaces', () => {
    for (const emoji of EMOJI) {
      for (let max = 1; max <= 40; max++) {
        const cut = cutAtWord(emoji.repeat(10), max);
        equal(cut.length % emoji.length, 0, `${emoji} at ${max}`);
      }
    }
  });

  it(seeded('leaves a microblog post its hashtags, whole, within 280 UTF-16 units'), () => {
    const hashtags = ['#SourdoughBread', '#bread', '#خبز', '#beginners', '#baking'];
    fc.assert(
      fc.property(words, fc.constantFrom('end', 'random_inject', 'seo_block'), fc.nat(), (all, mode, luck) => {
        const terms = { random: randomFrom(String(luck)), emoji: [], hashtags };
        const post = finishPost(
          removeHashtags(`Bread ${all.join(' ')} ${'word '.repeat(60)}`),
          'MICROBLOG',
          mode as 'end',
          terms,
        );
        ok(post.length <= 280, `${post.length}`);
        ok(!/\p{Surrogate}/u.test(post));
        const found = post.match(/(?<![\p{L}\p{N}&])#[\p{L}\p{M}\p{N}]+/gu) ?? [];
        ok(found.length >= 1, post);
        for (const tag of found) {
          ok(
            hashtags.some((one) => one.toLowerCase() === tag.toLowerCase()),
            `${tag} in ${post}`,
          );
        }
      }),
      { seed, numRuns: 200, examples: ['##0', '#🔥0', '#\u0301x'].map((word) => [[word], 'end', 0]) },
    );
  });
});

describe('a requested text', () => {
  const drafts: readonly (readonly [draft: string, text: string])[] = [
    ['**Bread** for *beginners*, with `yeast` and __salt__', 'Bread for beginners, with yeast and salt'],
    ['# Bread #\n\nFirst ~~dough~~ flour\n\n---\n\nThen salt', 'Bread\n\nFirst dough flour\n\nThen salt'],
    ['Bread\n=====\n- flour\n* salt\n| 1 | 2 |', 'Bread\n\n• flour\n• salt'],
    [
      'See [the recipe](https://example.com/a) or [this one][1], not https://example.com',
      'See the recipe or this one, not',
    ],
    ['Knead well.[^1]\n\n[^1]: Ten minutes at least', 'Knead well.'],
    ['[Host]: Welcome, [your name], to {{channel}}', 'Welcome, , to'],
    ['```text\nBread &amp; salt, caf&eacute; &#8211; &lt;b&gt;now&lt;/b&gt;\n```', 'Bread & salt, café – now'],
    ['Sure! Here is your description:\n\n"Bread that rises"', 'Bread that rises'],
    ['Here is your title: “Bread that rises”', 'Bread that rises'],
    ['**Title:** snake_case and 2*3*4 are > 3 -> true <3', 'snake_case and 2*3*4 are 3 -> true <3'],
  ];

  for (const [draft, text] of drafts) it(`is plain: ${JSON.stringify(draft)}`, () => equal(plainText(draft), text));

  it('is its first line with words if one line was requested', () => {
    equal(plainLine('---\n\n- "Bread that rises"\n- "Bread that falls"'), 'Bread that rises');
  });
});
