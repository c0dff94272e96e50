import { equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { projectFile } from '../../../shared/process/project-file.js';
import { handlers, promises } from '../../../test/helpers/promises.js';
import { runHandler } from '../../../test/helpers/run-handler.js';
import { byTurns } from '../../../test/helpers/scale.js';
import { CLAIMS, PAST, sentencesOf, type Text, tellsOf } from '../../../test/words/judge.js';
import { CALLS, openingsOf, UNKNOWN } from '../../../test/words/openings.js';
import { emojiOf } from '../../lib/text/emoji.js';
import { fieldOf } from './writing/field.js';
import { GENRES, genreOf } from './writing/genre.js';
import { packs } from './writing/packs.js';
import { minutesOf } from './writing/plan.js';
import { readTopic } from './writing/topic.js';

const topics = JSON.parse(readFileSync(projectFile('test/words/topics.json'), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;

async function write(name: string, raw: Readonly<Record<string, unknown>>, seed = 'specific'): Promise<string> {
  const handler = handlers[name];
  ok(handler);
  const answer = (await runHandler(handler, raw, { requestId: seed })) as Readonly<Record<string, unknown>>;
  promises[name]?.(answer, raw);
  return Object.values(answer).flat().join('\n');
}

const written = new Map<string, Promise<string>>();

/** A text of each of some kinds on every topic of a language, the same whoever looks at them. */
async function textsIn(language: string, names: readonly string[]): Promise<Text[]> {
  const texts: Text[] = [];
  for (const topic of topics[language] ?? []) {
    for (const name of names) {
      const key = JSON.stringify([language, name, topic]);
      const writing = written.get(key) ?? write(name, { topic, language }, topic);
      written.set(key, writing);
      texts.push({ topic, language, text: await writing });
    }
  }
  return texts;
}

describe('texts without a model', () => {
  for (const [turn, language] of packs.languages.entries()) {
    describe(language, () => {
      let texts: readonly Text[] = [];
      before(async () => {
        texts = await textsIn(language, ['script-generator', 'description-generator']);
      });

      it('bear on their topic: at least six sentences of ten, in every text more than four', () => {
        const told = texts.map((text) => ({ ...tellsOf(text), text }));
        const telling = told.reduce((sum, one) => sum + one.telling, 0);
        const total = told.reduce((sum, one) => sum + one.total, 0);
        ok(telling / total >= 0.6, `${telling} of ${total}`);
        for (const one of told) ok(one.telling / one.total > 0.4, one.text.text);
      });

      it('share at most 15 sentences of a hundred with texts on other topics', () => {
        const sentences = texts.flatMap(({ topic, text }) =>
          [...new Set(sentencesOf(text))].map((one) => ({ topic, one })),
        );
        const shared = sentences.filter(({ topic, one }) =>
          sentences.some((other) => other.one === one && other.topic !== topic),
        );
        ok(shared.length / sentences.length <= 0.15, `${shared.length} of ${sentences.length}`);
      });

      it('claim nothing of the footage and tell no past that the caller has not told', () => {
        for (const { text } of texts) {
          for (const sentence of sentencesOf(text)) {
            ok(!CLAIMS[language]?.test(sentence), sentence);
            ok(!PAST[language]?.test(sentence), sentence);
          }
        }
      });

      it('open differently', () => {
        // A question is asked wherever it is the topic.
        const openings = texts.map(({ topic, text }) => sentencesOf(text).find((one) => one !== topic));
        ok(new Set(openings).size >= openings.length * 0.95, openings.join('\n'));
      });

      it('open differently on one topic too that nothing is known of, whatever its genre: 19 of 20 at least', async () => {
        for (const genre of byTurns(GENRES, turn)) {
          const raw = UNKNOWN[language]?.[genre] ?? '';
          const topic = readTopic(raw, language);
          ok(topic, `${language} ${genre}`);
          equal(fieldOf(topic, [], language), undefined, raw);
          equal(genreOf(topic, undefined, language), genre, raw);
          for (const name of ['script-generator', 'description-generator']) {
            const openings = await openingsOf(name, raw, language);
            ok(new Set(openings).size >= CALLS - 1, `${name}: ${openings.sort().join('\n')}`);
          }
        }
      });
    });
  }

  it('say nothing of a narrow topic that is only true of its wide field', async () => {
    for (const [language, topic, untrue] of [
      ['en', 'How to prune an apple tree', /watering|soil|sow|seed|compost|leaves come smaller/i],
      ['en', 'Is a heat pump dryer worth it?', /\btap\b|drip|wrench|thread|joint stays dry/i],
      ['en', 'How to build a pizza oven', /\bsalt|pan is hot|knife|boil/i],
      ['en', 'Denmark raises tax on flights', /receipt|deduct|reserve|payday|passport/i],
      ['en', 'Why do cats purr?', /litter|scratching post/i],
      ['de', 'Wie man einen Apfelbaum schneidet', /gieß|Erde|Samen|Kompost/i],
      ['de', 'Wärmepumpentrockner: lohnt sich das?', /tropf|Dichtung|Gewinde/i],
      ['es', 'Cómo podar un manzano', /\briego|regar|semilla|tierra|abono/i],
      ['es', 'Cómo construir un horno de pizza', /\bsal\b|sartén|cuchillo/i],
      ['fr', 'Comment tailler un pommier', /arros|semis|terreau|compost|le pot/i],
      ['it', 'Come potare un melo', /annaffi|semi\b|terriccio|concim/i],
      ['pt', 'Como podar uma macieira', /\brega|semente|adubo/i],
    ] as const) {
      for (const name of ['script-generator', 'description-generator', 'title-generator', 'social-post-generator']) {
        for (let seed = 0; seed < 3; seed++) {
          const text = await write(name, { topic, language }, `${seed}`);
          ok(!untrue.test(text), `${untrue.exec(text)?.[0]} in ${name}: ${text}`);
        }
      }
    }
  });

  it('say of a topic that is the field as a whole what is known of it', async () => {
    for (const [language, topic, known] of [
      ['en', 'Sourdough bread for beginners', /dough/],
      ['de', 'Sauerteigbrot für Anfänger', /Teig/],
      ['es', 'Pan de masa madre', /masa/],
      ['fr', 'Apprendre la guitare', /doigt|rythme|métronome/],
      ['it', 'Corso di chitarra, lezione 3', /dita|ritmo|metronomo/],
      ['pt', '10 plantas para apartamento', /vaso|luz|água/],
    ] as const) {
      ok(known.test(await write('script-generator', { topic, language })), topic);
    }
  });

  it('say what a word means, also where its definition names its field first', async () => {
    const asked = { topic: 'ref', mood: 'serious', tone: 'educational', person: '3rd' };
    const texts = await Promise.all(
      Array.from({ length: 20 }, (_, seed) => write('script-generator', asked, `word ${seed}`)),
    );
    ok(
      texts.some((text) => /that is the chief official\./.test(text)),
      texts.join('\n\n'),
    );
  });

  it('leave to the maker what only they know, and invent nothing where nothing is known', async () => {
    const script = await write('script-generator', { topic: 'Xyzzy frobnication' });
    ok((script.match(/\[[^\]]+\]/g) ?? []).length >= 8, script);
    for (const name of [
      'title-generator',
      'comment-generator',
      'tag-generator',
      'channel-name-ideas',
      'hashtag-generator',
    ]) {
      ok(!/[[\]]/.test(await write(name, { topic: 'Xyzzy frobnication' })), name);
    }
  });

  it('say what a dictionary knows of a noun of no field', async () => {
    const found: string[] = [];
    for (let seed = 0; seed < 20; seed++)
      found.push(await write('description-generator', { topic: 'the abacus' }, `${seed}`));
    ok(
      found.some((text) => /abacus: a tablet/i.test(text)),
      found[0],
    );
  });
});

describe('the kind of video', () => {
  it('is told by the words of the topic, else by its shape and field', () => {
    for (const [language, raw, genre] of [
      ['en', 'How to fix a leaking tap', 'howto'],
      ['en', 'Sourdough bread for beginners', 'howto'],
      ['en', 'Tesla Model 3 review', 'review'],
      ['en', 'iPhone vs Pixel', 'comparison'],
      ['en', 'Mac or PC', 'comparison'],
      ['en', '10 houseplants that survive anything', 'list'],
      ['en', '5 km run', 'explanation'],
      ['en', 'My first marathon', 'story'],
      ['en', 'My cat learned to open doors', 'story'],
      ['en', 'Why do cats purr?', 'explanation'],
      ['en', 'The fall of Rome', 'explanation'],
      ['en', 'A day in the life of a nurse', 'vlog'],
      ['en', 'Interview with a beekeeper', 'interview'],
      ['en', 'Apple announces a new watch', 'news'],
      ['en', 'Python course, part 3', 'series'],
      ['de', 'E-Bike oder Auto', 'comparison'],
      ['de', 'Wie man einen tropfenden Wasserhahn repariert', 'howto'],
      ['de', '10 Zimmerpflanzen für dunkle Räume', 'list'],
      ['es', 'Mi primer maratón', 'story'],
      ['fr', 'Un robot de cuisine : avis', 'review'],
      ['it', 'Perché i gatti fanno le fusa?', 'explanation'],
      ['pt', 'Entrevista com um padeiro', 'interview'],
      ['pt', 'Como paguei meu financiamento', 'story'],
      ['es', 'Cómo pagué mi préstamo', 'story'],
      ['it', 'Come ho ripagato il prestito', 'story'],
      ['fr', 'Une nuit de garde aux urgences', 'vlog'],
      ['de', 'Nachtschicht in der Bäckerei', 'vlog'],
      ['en', 'A night shift at a bakery', 'vlog'],
      ['it', 'Un fine settimana a Tallinn', 'vlog'],
      ['es', 'La barca de pesca de mi abuelo', 'story'],
    ] as const) {
      const topic = readTopic(raw, language);
      ok(topic);
      equal(genreOf(topic, undefined, language), genre, raw);
    }
  });

  it('gives a script its length, when the topic tells one', async () => {
    equal(minutesOf('Bread in 60 seconds'), 1);
    equal(minutesOf('A 10 minute workout'), 10);
    equal(minutesOf('Bread'), 3);
    equal(minutesOf('Quechua 2 Seconds'), 3);
    ok((await write('script-generator', { topic: 'A 10 minute workout' })).includes('–10:00)'));
    ok((await write('script-generator', { topic: 'Bread' })).includes('–3:00)'));
  });
});

/** What is wrong in any text of a language, whatever it says. */
const WRONG: Readonly<Record<string, RegExp>> = {
  de: /\s[,.;:!?]|\b(?:Sie|Ihnen|Ihr|Ihre)\b/,
  en: /\s[,.;:!?]|\ba (?=[aeio]\w{3})|\ban (?=[bcdfgjklmnpqrstvwz][a-z]{2})/,
  es: /\s[,.;:!?]|(?<!\p{L})(?:de|a) el \p{Ll}|\b(?:vosotros|usted|ustedes)\b/u,
  fr: /\s[,.]|[^\s\d«][;!?](?=\s|$)|\b(?:de|à) les? \p{Ll}|(?<!-)\b(?:le|la|de|que|ne|je|se) [aeiouyéèê]\p{Ll}|\b(?:vous|votre|vos)\b/iu,
  it: /\s[,.;:!?]|\b(?:di|a|da|in|su) (?:il|lo|i|gli) \p{Ll}|\b(?:lo|la) [aeiou]\p{Ll}/u,
  pt: /\s[,.;:!?]|\b(?:de|em|por) os? \p{Ll}|\bmais de minha\b/u,
};

/** Words that may stand twice in a row. */
const TWICE = /\b(?:nous|vous|had|that|sie|die|der|das|se) /iu;

function assertGrammar(text: string, language: string): void {
  const prose = text.replace(/\[[^\]]*\]/g, 'x').replace(/\(?\d+:\d\d–\d+:\d\d\)?/g, '');
  for (const line of prose.split('\n')) {
    const doubled = /(?<!\p{L})(\p{L}{2,}) \1(?!\p{L})/iu.exec(line);
    ok(!doubled || TWICE.test(doubled[0]), `a word twice: ${line}`);
    ok(!/[!?.,;:]{2,}/.test(line.replace(/\.\.\./g, '…').replace(/[?!.]["”»“]?[,:]/g, '')), `marks twice: ${line}`);
    const wrong = WRONG[language]?.exec(line);
    ok(!wrong, `"${wrong?.[0]}" in: ${line}`);
    for (const [open, close] of ['“”', '«»', '„“', '()']) {
      // The mark that opens in other languages closes in German.
      if ((open === '“' && language === 'de') || (open === '„' && language !== 'de')) continue;
      equal(line.split(String(open)).length, line.split(String(close)).length, `unbalanced ${open}${close}: ${line}`);
    }
  }
}

describe('the grammar of texts', () => {
  for (const language of packs.languages) {
    it(`holds by our rules in all kinds of text (${language})`, async () => {
      const names = Object.keys(handlers).filter((name) => !/tag|names?-ideas|all-in-one/.test(name));
      for (const { text } of await textsIn(language, names)) assertGrammar(text, language);
    });
  }

  it('goes on in small letters behind a colon where the language does, and in Spanish says what is done with its own word', async () => {
    for (let seed = 0; seed < 10; seed++) {
      const french = await write('script-generator', { topic: 'Le pain au levain', language: 'fr' }, `${seed}`);
      ok(!/ : (?:Pourquoi|Que|Peut|La pâte) /.test(french.replace(/^[ABC] : /gm, '')), french);
      const spanish = await write('script-generator', { topic: 'Cómo tejer un gorro', language: 'es' }, `${seed}`);
      ok(/(?<!\p{L})al tejer /iu.test(spanish) && !/ con tejer /.test(spanish.replace(/\[[^\]]*\]/g, '')), spanish);
    }
  });

  it('keeps brands and titles in their own spelling', async () => {
    ok(/LEGO Star Wars/.test(await write('title-generator', { topic: 'LEGO Star Wars' })));
    ok(!/star wars/.test(await write('script-generator', { topic: 'LEGO Star Wars' })));
  });

  it('has one mark at the end of what was shouted', async () => {
    for (let seed = 0; seed < 10; seed++) {
      ok(!/[!?]{2}/.test(await write('title-generator', { topic: 'My honest Tesla review!!!?' }, `${seed}`)));
    }
  });

  it('makes names that can be said: joined by their s, with their article, no word cut', async () => {
    for (const [language, topic, wrong] of [
      ['de', 'Steuererklärung', /Steuererklärung-/],
      ['es', 'El Imperio romano', /\bde Imperio/i],
      ['it', "L'Impero romano", /\bdi Impero/i],
      ['en', 'Kubernetes', /\bKubernete\b/],
    ] as const) {
      for (let seed = 0; seed < 5; seed++) {
        const names = await write('channel-name-ideas', { topic, language }, `${seed}`);
        ok(!wrong.test(names), names);
      }
    }
    ok(
      /Steuererklärungs(?:werkstatt|ecke|haus|notizen|welt|station)/.test(
        (
          await Promise.all(
            [0, 1, 2, 3, 4].map((seed) =>
              write('channel-name-ideas', { topic: 'Steuererklärung', language: 'de' }, `${seed}`),
            ),
          )
        ).join(),
      ),
    );
  });

  it('says of a first marathon what can be said of it', async () => {
    for (let seed = 0; seed < 10; seed++) {
      const text = await write(
        'description-generator',
        { topic: 'Minha primeira maratona', language: 'pt' },
        `${seed}`,
      );
      ok(!/\bde minha/.test(text), text);
      const comment = await write('comment-generator', { topic: 'My first marathon' }, `${seed}`);
      ok(!/\bmy first marathon/i.test(comment), comment);
    }
  });

  it('pictures no word that may mean anything', async () => {
    const title = await write('title-generator', { topic: 'How to do a flip', emojis_mode: 'seo_block' });
    ok(!emojiOf(title).includes('🩴'), title);
  });
});
