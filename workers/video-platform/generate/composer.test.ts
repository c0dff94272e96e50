import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { moods, tones } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { projectFile } from '../../../shared/process/project-file.js';
import { assertions, handlers } from '../../../test/helpers/generator-assertions.js';
import { runHandler } from '../../../test/helpers/run-handler.js';
import { findEmoji } from '../../lib/text/emoji.js';
import { weighMicroblog } from '../../lib/text/microblog.js';
import { packs } from './brief.js';

type Request = Readonly<Record<string, unknown>>;

const NAMES = Object.keys(handlers);
const LIGHT_MOODS = moods.filter((mood) => mood !== 'serious' && mood !== 'neutral');

async function write(name: string, request: Request, seed = 'a', headers = new Map<string, string>()) {
  const handler = handlers[name];
  ok(handler);
  const answer = (await runHandler(handler, request, { requestId: seed, headers })) as Record<string, unknown>;
  assertions[name]?.(answer, request);
  return answer;
}

const written = async (name: string, request: Request, seed?: string): Promise<string> => {
  const { language: _, writer: __, ...texts } = await write(name, request, seed);
  return Object.values(texts).flat().join('\n');
};

const byLanguage = Type.Record(Type.String(), Type.Record(Type.String(), Type.Array(Type.String())));
const graveTopics = Object.entries(
  Parse(byLanguage, JSON.parse(readFileSync(projectFile('workers/lib/topics/held/sensitive.json'), 'utf8'))),
).flatMap(([language, kinds]) =>
  Object.values(kinds).flatMap((topics) => topics.map((topic) => ({ language, topic }))),
);

/** Names and events that no list of grave words can know. */
const UNLISTED = [
  'Gaza ceasefire news',
  'Holocaust',
  'Srebrenica',
  'What happened at Uvalde',
  'The last call from flight MH370',
  'My little brother Tom',
  'Remembering Grandma Rosa',
  'Chernobyl explained',
  'The garden of my late mother',
  'Bread queue in Sarajevo 1992',
  'The dog that waited at the station for ten years',
];

/** Topics in the first person, or on death, by language. */
const FIRST_PERSON_TOPICS = {
  en: ['why I quit my job', 'my father died last week', 'coming out to my parents'],
  de: ['warum ich nicht mehr trinke', 'meine Mutter hat Krebs'],
  fr: ["j'ai perdu mon emploi", 'la mort de mon père'],
  es: ['me despidieron del trabajo', 'la muerte de mi padre'],
  it: ['perché ho lasciato il mio lavoro', 'la morte di mio padre'],
  pt: ['por que deixei meu emprego', 'a morte do meu pai'],
};
const plainTopics = Object.entries(FIRST_PERSON_TOPICS).flatMap(([language, topics]) =>
  topics.map((topic) => ({ language, topic })),
);

describe('the content composer', () => {
  it('quotes the topic as it was typed, whatever its grammar', async () => {
    for (const [language, topic] of [
      ['en', 'how to bleed brakes'],
      ['en', 'learning Docker'],
      ['de', 'Wie man einen tropfenden Wasserhahn repariert'],
      ['fr', "apprendre l'anglais à la maison"],
      ['en', 'أفضل الطرق لتعلم الطبخ في المنزل'],
      ['es', 'Sådan bager du surdejsbrød'],
    ] as const) {
      for (const name of ['description-generator', 'comment-generator', 'script-generator', 'social-post-generator']) {
        const text = await written(name, { topic, language });
        // A sentence begins with a capital.
        ok(text.toLowerCase().includes(topic.toLowerCase()), `${name}: ${topic}: ${text}`);
      }
    }
  });

  it('leaves blanks to fill in nowhere but in the outline of a script', async () => {
    for (const language of packs.languages) {
      for (const name of NAMES.filter((one) => one !== 'script-generator')) {
        ok(!/\[/.test(await written(name, { topic: 'Repairing a bicycle', language })), `${name} in ${language}`);
      }
      match(await written('script-generator', { topic: 'Repairing a bicycle', language }), /\[.+\]/);
    }
  });

  it('applies a light mood to a harmless topic', async () => {
    for (const [language, topic] of Object.entries({
      en: 'Sourdough bread for beginners',
      de: 'Sauerteigbrot für Anfänger',
      fr: 'Pain au levain pour débutants',
      es: 'Pan de masa madre para principiantes',
      it: 'Pane con lievito madre per principianti',
      pt: 'Pão de fermentação natural para iniciantes',
    })) {
      for (const mood of LIGHT_MOODS) {
        const request = { topic, language };
        notEqual(
          await written('title-generator', { ...request, mood }),
          await written('title-generator', request),
          `${mood} in ${language}`,
        );
      }
    }
  });

  it(`applies no light mood to any of ${graveTopics.length + UNLISTED.length} grave topics`, async () => {
    const topics = [...graveTopics, ...UNLISTED.map((topic) => ({ language: 'en', topic }))];
    for (const [at, request] of topics.entries()) {
      const mood = LIGHT_MOODS[at % LIGHT_MOODS.length];
      for (const name of ['title-generator', 'comment-generator', 'description-generator']) {
        equal(await written(name, { ...request, mood }), await written(name, request), `${name}: ${request.topic}`);
      }
    }
  });

  it("uses neutral emoji and only the topic's words if the topic is not known to be harmless", async () => {
    for (const topic of UNLISTED) {
      const title = await written('title-generator', { topic, emojis_mode: 'seo_block', mood: 'funny' });
      deepEqual(new Set(findEmoji(title)), new Set(['📌', '📖', '📝']), title);
      const hashtags = (await written('hashtag-generator', { topic, hashtags_mode: 'seo_block' })).split('\n');
      const words = `${topic} about video newvideo videos`
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .sort((one, other) => other.length - one.length);
      for (const tag of hashtags) {
        const rest = words.reduce((left, word) => left.replaceAll(word, ''), tag.toLowerCase().slice(1));
        equal(rest, '', `${topic}: ${tag}`);
      }
    }
  });

  it('writes in every tone, and another text for another request', async () => {
    for (const language of packs.languages) {
      for (const tone of tones) {
        const request = { topic: 'Repairing a bicycle', language, tone };
        notEqual(
          await written('title-generator', request),
          await written('title-generator', { ...request, tone: undefined }),
        );
      }
      const titles = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          written('title-generator', { topic: 'Basketball', language }, String(at)),
        ),
      );
      ok(new Set(titles).size >= 3, `${language}: ${titles}`);
    }
  });

  it('applies no tone to a grave topic, and asks no question about it', async () => {
    for (const tone of tones) {
      const request = { topic: 'My father died last week' };
      for (const name of ['title-generator', 'comment-generator', 'description-generator']) {
        equal(await written(name, { ...request, tone }), await written(name, request), `${name}: ${tone}`);
      }
      for (const topic of [request.topic, 'Earthquakes']) {
        const post = await written('social-post-generator', { topic, tone });
        ok(!post.includes('?'), post);
      }
    }
  });

  it('uses a first-person topic itself as the title, whatever the tone', async () => {
    for (const [at, request] of plainTopics.entries()) {
      const tone = tones[at % tones.length];
      equal((await written('title-generator', { ...request, tone })).toLowerCase(), request.topic.toLowerCase());
      const texts = ['comment-generator', 'description-generator', 'channel-description-generator'];
      for (const name of texts) {
        equal(await written(name, { ...request, tone }), await written(name, request), `${name}: ${request.topic}`);
      }
    }
  });

  it('takes the number of a ruler and a common question for no first person', async () => {
    for (const topic of ['the empire of Osman I', 'How do I make bread?']) {
      const request = { topic, tone: 'formal' };
      notEqual((await written('title-generator', request)).toLowerCase(), topic.toLowerCase());
    }
  });

  it('applies no tone to disasters, wars and obituaries', async () => {
    for (const [language, topic] of [
      ['en', 'Earthquake in Turkey'],
      ['en', 'Bus crash in Peru'],
      ['en', 'Wildfires in California'],
      ['en', 'Rest in peace Coach Daniels'],
      ['de', 'Erdbeben in der Türkei'],
      ['fr', 'La guerre à Gaza'],
      ['es', 'Terremoto en México'],
      ['it', 'La guerra a Gaza'],
      ['pt', 'Acidente aéreo em Medellín'],
    ]) {
      equal(await written('title-generator', { topic, language, tone: 'casual' }), topic);
    }
  });

  it('asks for kindness only under a grave or first-person topic', async () => {
    match(await written('description-generator', { topic: 'why I quit my job' }), /kind|respectful/);
    const text = await written('description-generator', { topic: 'how to bleed brakes' });
    ok(!/kind|respectful/.test(text), text);
  });

  it('lets no commenter say that they searched for a grave topic', async () => {
    for (const topic of [
      'talk about suicide',
      'my father died last week',
      'Rest in peace Coach Daniels',
      'Earthquakes',
    ]) {
      for (const seed of 'abcdefgh') {
        const comment = await written('comment-generator', { topic, tone: 'casual' }, seed);
        ok(!/search|typed|came up/i.test(comment), comment);
      }
    }
  });

  it('applies no light mood to words that "last" or "without" may make grave', async () => {
    for (const [language, topic] of Object.entries({
      en: 'The last day of my dog',
      de: 'Brot backen ohne Ofen',
      fr: 'Le dernier jour de mon chien',
      es: 'El último día de mi perro',
      it: 'Pane senza lievito',
      pt: 'Pão sem forno',
    })) {
      equal(
        await written('title-generator', { topic, language, mood: 'cheerful' }),
        await written('title-generator', { topic, language }),
        topic,
      );
    }
  });

  it('begins a new sentence after a topic that is a question', async () => {
    for (const language of packs.languages) {
      for (const mood of LIGHT_MOODS) {
        const topic = language === 'es' ? '¿Pan en casa?' : 'Pizza?';
        const title = await written('title-generator', { topic, language, mood }, mood);
        ok(!/[?]\s*[:,!\p{Ll}]/u.test(title), title);
      }
    }
    const titles = await Promise.all(
      [...'abcdefgh'].map((seed) =>
        written('title-generator', { topic: 'How do I make bread?', tone: 'formal' }, seed),
      ),
    );
    ok(titles.includes('How do I make bread? An overview'), titles.join('\n'));
    for (const seed of 'abcdefgh') {
      const question = { topic: 'Who bakes?', tone: 'educational' };
      const comment = await written('comment-generator', question, seed);
      ok(!/[?]”[.?]/.test(comment), comment);
    }
  });

  it('names a channel without the article of the topic', async () => {
    const names = await written('channel-name-ideas', { topic: 'The war in Ukraine' });
    ok(!/The The|Channel The|About The|and More/.test(names), names);
  });

  it('names a channel after a grave or first-person topic by quoting it', async () => {
    for (const request of [...plainTopics, { language: 'en', topic: 'talk about suicide' }]) {
      for (const name of (await written('channel-name-ideas', request)).split('\n')) {
        const rest = name.toLowerCase().replace(request.topic.toLowerCase(), '').trim();
        notEqual(rest, name.toLowerCase());
        // A frame stands apart from the topic, as in "Topic: …", so that the two make no sentence.
        ok(/^$|^:|:$/.test(rest), name);
        ok(!/notes|thoughts|file|videos?\b/.test(rest), name);
      }
    }
    match(await written('channel-name-ideas', { topic: 'the war in Ukraine' }), /War in Ukraine/);
  });

  it('names a channel after the subject of a harmless topic, without its audience', async () => {
    for (const topic of [
      'Sourdough bread for beginners',
      'sourdough bread on a budget',
      'How to bake sourdough bread?',
    ]) {
      const names = await written('channel-name-ideas', { topic });
      ok(!/beginners|budget|How/i.test(names), names);
      match(names, /Sourdough Bread/);
    }
    const french = await written('channel-name-ideas', { topic: 'comment faire du pain', language: 'fr' });
    ok(!/dimanche|plus encore|simplement/.test(french), french);
    const long = 'The complete guide to restoring a 1967 Volkswagen Beetle in a small garage with only hand tools';
    match(await written('channel-name-ideas', { topic: long }), /Volkswagen Beetle/);
  });

  it('names a channel after what a question or an instruction is about', async () => {
    const names: Readonly<Record<string, string>> = {
      'How do I fix a leaking tap?': 'Leaking Tap',
      'How do I make bread?': 'Bread',
      'How does photosynthesis work?': 'Photosynthesis',
      'A packing list for a two week winter trip across Norway, Sweden and Finland': 'Norway',
      'How to bake sourdough bread at home without an oven': 'Sourdough Bread',
      'My father died last week': 'My Father Died Last Week',
    };
    for (const [topic, name] of Object.entries(names)) {
      for (const line of (await written('channel-name-ideas', { topic })).split('\n')) {
        ok(line.includes(name) && !/Work\b|Norway Sweden/.test(line), line);
      }
    }
  });

  it('searches for a question without its marks, and keeps C#', async () => {
    const tags = await written('tag-generator', { topic: '¿Pan en casa?', language: 'es' });
    ok(!/[¿?]/.test(tags), tags);
    match(await written('tag-generator', { topic: 'C++ & C#: differences' }), /C\+\+ & C#: differences/);
  });

  it('searches for a first-person topic as a whole, for a grave topic without "video", and for no particles', async () => {
    equal(await written('tag-generator', { topic: 'my father died last week' }), 'my father died last week');
    const grave = await written('tag-generator', { topic: 'talk about suicide' });
    ok(!/video/.test(grave), grave);
    const hashtags = await written('hashtag-generator', { topic: 'losing a baby at 20 weeks' });
    ok(!/#baby/i.test(hashtags), hashtags);
    ok(!/^(?:的|9|11)$/m.test(await written('tag-generator', { topic: '9/11' })));
    ok(!/^的$/m.test(await written('tag-generator', { topic: '学习中文的最好方法', language: 'zh' })));
    for (const [language, topic] of [
      ['en', 'how to bleed brakes'],
      ['de', 'Der Garten'],
    ]) {
      const tags = await written('tag-generator', { topic, language });
      ok(!/^(?:about|über) /m.test(tags), tags);
    }
  });

  it('closes a script without calling the topic by name', async () => {
    const script = await written('script-generator', { topic: 'Holocaust' });
    equal(script.split('Holocaust').length - 1, 2, script);
  });

  it('puts no emoji and no hashtags into the quoted topic', async () => {
    const topic = 'Wait… what? A new video! Really';
    for (const seed of 'abcdefgh') {
      for (const mode of ['random_inject', 'delimiter', 'seo_block']) {
        const hashtags_mode = mode === 'delimiter' ? 'none' : mode;
        const text = await written('description-generator', { topic, emojis_mode: mode, hashtags_mode }, seed);
        match(text, /“Wait… what\? A new video! Really”/);
      }
    }
  });

  it('names the keywords that the topic does not contain', async () => {
    const text = await written('description-generator', { topic: 'Bread', keywords: ['levain', 'oven'] });
    match(text, /levain and oven/);
    const more = await written('description-generator', { topic: 'Bread', keywords: ['levain', 'oven', 'flour'] });
    match(more, /levain, oven and flour/);
  });

  it('writes English if it has no pack for a language, and says so in header and body', async () => {
    const headers = new Map<string, string>();
    const answer = await write('title-generator', { topic: '故郷の料理', language: 'ja' }, 'a', headers);
    equal(headers.get('Content-Language'), 'en');
    match(headers.get('X-Language-Warning') ?? '', /Japanese \(ja\)/);
    deepEqual([answer.language, answer.writer], ['en', 'composer']);
  });

  it('keeps a microblog post within 280, as the microblog weighs it', async () => {
    const verse = '故人西辞黄鹤楼烟花三月下扬州孤帆远影碧空尽唯见长江天际流';
    for (const topic of [verse.repeat(5).slice(0, 120), '👨‍👩‍👧‍👦 '.repeat(30).concat('family'), 'x'.repeat(120)]) {
      for (const hashtags_mode of ['end', 'random_inject', 'seo_block']) {
        const post = await written('social-post-generator', { topic, network: 'MICROBLOG', hashtags_mode });
        ok(weighMicroblog(post) <= 280 && post.length <= 280, `${weighMicroblog(post)}: ${post}`);
      }
    }
  });
});

describe('microblogWeight', () => {
  // Examples of the network's documentation of how it counts characters.
  it('counts Latin letters once, CJK and emoji twice, links as 23', () => {
    equal(weighMicroblog('café'), 4);
    equal(weighMicroblog('今日は'), 6);
    equal(weighMicroblog('👨‍👩‍👧‍👦'), 2);
    equal(weighMicroblog('see https://example.com/a/very/long/path/that/goes/on'), 27);
  });
});
