import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { projectFile } from '../../../shared/process/project-file.js';
import { handlers, promises } from '../../../test/helpers/promises.js';
import { runHandler } from '../../../test/helpers/run-handler.js';
import { describeAtNight } from '../../../test/helpers/scale.js';
import { CLAIMS, PAST, sentencesOf, tellsOf } from '../../../test/words/judge.js';
import { capitalise } from '../../lib/writing/line.js';
import type { Brief } from './writing/brief.js';
import { fieldOf } from './writing/field.js';
import { genreOf } from './writing/genre.js';
import { viewerSlots } from './writing/slots.js';
import { readTopic } from './writing/topic.js';

const kinds = JSON.parse(readFileSync(projectFile('test/words/kinds.json'), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;

function briefOn(raw: string, language: string): Brief {
  const topic = readTopic(raw, language);
  ok(topic, raw);
  const field = fieldOf(topic, [], language);
  return {
    topic,
    field,
    genre: genreOf(topic, field, language),
    keywords: [],
    language,
    composed: language,
    sensitivity: undefined,
    mood: undefined,
    tone: undefined,
    context: { video: undefined, channel: undefined, keywords: [], style: {} },
  };
}

async function write(name: string, topic: string, language: string, seed = 'kinds'): Promise<string> {
  const handler = handlers[name];
  ok(handler, name);
  const raw = { topic, language };
  const answer = (await runHandler(handler, raw, { requestId: seed })) as Readonly<Record<string, unknown>>;
  promises[name]?.(answer, raw);
  return Object.values(answer).flat().join('\n');
}

/** What is said of a topic in the middle of a sentence, and behind "about" where that differs. */
const spokenOf = (raw: string, language: string) => {
  const { topic, about } = viewerSlots(briefOn(raw, language));
  return topic === about ? topic : [topic, about];
};

const assertSpoken = (rows: readonly (readonly [string, string, string | readonly string[]])[]): void => {
  for (const [language, raw, spoken] of rows) deepEqual(spokenOf(raw, language), spoken, raw);
};

describe('what a topic is about', () => {
  it('is what is done, where somebody asks how or whether to do it', () => {
    assertSpoken([
      ['en', 'How do I remove red wine from a white carpet?', 'removing red wine from a white carpet'],
      ['en', 'Should I adopt a greyhound?', ['adopting a greyhound', 'whether to adopt a greyhound']],
      ['es', '¿Cómo quitar una mancha?', 'quitar una mancha'],
      ['pt', 'COMO PODAR ROSEIRAS', 'podar roseiras'],
    ]);
    equal(briefOn('How do I bake bread?', 'en').topic.natural, 'how to bake bread');
  });

  it('is what somebody asks for by what it is, with its article', () => {
    assertSpoken([
      ['en', 'What is inflation?', ['inflation', 'what inflation is']],
      ['es', '¿Qué es un agujero negro?', 'el agujero negro'],
      ['fr', "Qu'est-ce que l'inflation ?", "l'inflation"],
      ['it', "Che cos'è l'inflazione?", "l'inflazione"],
      ['pt', 'O que é inflação?', 'a inflação'],
      ['de', 'Was ist eine Wärmepumpe?', 'Wärmepumpe'],
    ]);
  });

  it('is told from a clause, and from an adverb before what is said of it', () => {
    assertSpoken([
      ['en', 'How black holes form', ['black holes', 'how black holes form']],
      ['en', 'WHY IS MY WIFI SO SLOW', ['your Wifi', 'why your Wifi is so slow']],
      ['en', 'Is a heat pump dryer worth it?', ['a heat pump dryer', 'whether a heat pump dryer is worth it']],
      ['fr', 'Le vélo électrique vaut-il le coup ?', 'le vélo électrique'],
      ['de', 'Lohnt sich eine Wärmepumpe noch?', 'Wärmepumpe'],
      ['it', 'Vale la pena la friggitrice ad aria?', 'la friggitrice ad aria'],
      ['en', 'Why the Concorde stopped flying', ['the Concorde', 'why the Concorde stopped flying']],
      ['en', 'The Dyatlov Pass incident', 'the Dyatlov Pass incident'],
      ['en', 'Why do leaves change colour?', ['leaves', 'why leaves change colour']],
      ['en', 'How I paid off my student loan', ['your student loan', 'how you paid off your student loan']],
      ['de', 'Wie ich mein Darlehen abbezahlt habe', '„Wie ich mein Darlehen abbezahlt habe“'],
      ['de', 'Warum die Hanse unterging', '„Warum die Hanse unterging“'],
      ['es', 'Cómo pagué mi préstamo', ['tu préstamo', 'cómo pagué tu préstamo']],
      ['pt', 'Como paguei meu financiamento', ['seu financiamento', 'como paguei seu financiamento']],
      ['en', 'Why "The Great Gatsby" still matters', ['“The Great Gatsby”', 'why “The Great Gatsby” still matters']],
    ]);
  });

  it('is what stands before a colon, or the one that is meant behind it; a title has its own', () => {
    assertSpoken([
      ['en', 'Nintendo Switch 2: is it worth it?', 'Nintendo Switch 2'],
      ['en', '1,000,000 subscribers: what changes', '1,000,000 subscribers'],
      ['en', 'Chess openings: the Sicilian Defence', 'the Sicilian Defence'],
      ['en', 'Dune: Part Two (film review)', 'Dune: Part Two'],
      ['fr', '10 000 pas par jour : ça marche ?', '10\u202F000 pas par jour'],
    ]);
  });

  it('is the work of who is asked, and the day of who is followed', () => {
    assertSpoken([
      ['en', 'Interview with a beekeeper', 'the work of a beekeeper'],
      ['en', 'A day in the life of a nurse', 'the working day of a nurse'],
      ['de', 'Im Gespräch mit einer Hebamme', 'Arbeit als Hebamme'],
      ['es', 'Entrevista con un apicultor', 'el trabajo de un apicultor'],
      ['fr', "Une journée dans la vie d'un pompier", "le quotidien d'un pompier"],
      ['it', 'Intervista a un apicoltore', 'il lavoro di un apicoltore'],
      ['pt', 'Um dia na vida de um bombeiro', 'o dia a dia de um bombeiro'],
      // Who has a name is spoken of by it.
      ['en', 'Interview with Jane Goodall', 'Jane Goodall'],
    ]);
  });

  it('is without its part of a series, its length, its kind and its place in a list', () => {
    assertSpoken([
      ['en', 'Learn Rust, episode 4: ownership', 'learning Rust'],
      ['en', '15 minutes: a day in the life of a nurse', 'the working day of a nurse'],
      ['es', 'Curso de guitarra: capítulo 3', 'la guitarra'],
      ['it', 'Corso di chitarra, lezione 3', 'la chitarra'],
      ['fr', 'Test du Dyson V15', 'le Dyson V15'],
      ['fr', 'Test de la Tesla Model 3', 'la Tesla Model 3'],
      ['fr', '5 erreurs de débutant au potager', 'le potager'],
      ['de', '5 Fehler beim Kaffeekochen', 'Kaffeekochen'],
      ['en', "My grandmother's recipe for apple strudel", 'apple strudel'],
    ]);
    equal(briefOn('15 minutes: a day in the life of a nurse', 'en').topic.minutes, 15);
  });

  it('is a title as it was typed, between the marks of the language', () => {
    assertSpoken([
      ['de', '„Der Zauberberg“ in 10 Minuten erklärt', '„Der Zauberberg“'],
      ['es', 'Reseña de "Cien años de soledad"', '«Cien años de soledad»'],
      ['it', '“Il nome della rosa”: recensione', '«Il nome della rosa»'],
    ]);
  });

  it('is a headline in quotation marks, that of a name and what it does', () => {
    for (const [language, raw] of [
      ['en', 'NASA announces a new mission to Europa'],
      ['it', 'Apple presenta il nuovo iPad'],
      ['es', 'La NASA anuncia una nueva misión'],
      ['de', 'Apple stellt ein neues iPhone vor'],
      ['fr', 'Air France annonce de nouveaux sièges'],
      ['it', 'La Danimarca aumenta la tassa sui voli'],
      ['en', 'Tokyo bans smoking on the street'],
      ['en', 'Denmark raises tax on flights'],
    ] as const) {
      const { topic, genre } = briefOn(raw, language);
      deepEqual([topic.shape, topic.natural, genre], ['statement', raw, 'news']);
    }
    equal(briefOn('The last passenger pigeon died in 1914', 'en').topic.shape, 'statement');
    equal(briefOn('The man who died in 1914', 'en').topic.shape, 'thing');
  });

  it('are two where two are offered for choice, before a colon too', () => {
    for (const [language, raw, sides] of [
      ['en', 'Gas vs. induction: which hob is cheaper?', ['gas', 'induction']],
      ['de', 'Wärmepumpe oder Gasheizung: was lohnt sich?', ['Wärmepumpe', 'Gasheizung']],
      ['fr', 'Pompe à chaleur ou chaudière à gaz ?', ['pompe à chaleur', 'chaudière à gaz']],
    ] as const) {
      deepEqual(briefOn(raw, language).topic.sides, sides);
    }
    equal(briefOn('Should I rent or buy?', 'en').topic.sides, undefined);
  });

  it('has the capitals of German nouns when it was shouted', () => {
    equal(briefOn('WARUM IST DER HIMMEL BLAU', 'de').topic.natural, 'warum ist der Himmel blau');
  });

  it('tells its field by more than for whom it is, and by no word that only looks alike', () => {
    for (const [language, raw, field] of [
      ['en', 'Budgeting for students', 'money'],
      ['en', "My grandmother's recipe for apple strudel", 'cakes'],
      ['en', 'Apple announces a new watch', 'phones'],
      ['en', 'A week on a narrowboat', undefined],
      ['en', 'Learn Rust, episode 4: ownership', 'programming'],
      ['en', 'Why "The Great Gatsby" still matters', undefined],
      ['en', 'Interview with a beekeeper', 'bees'],
      ['de', '10 Zimmerpflanzen für dunkle Räume', 'houseplants'],
      ['de', '5 Fehler beim Kaffeekochen', 'coffee'],
    ] as const) {
      equal(briefOn(raw, language).field?.id, field, raw);
    }
  });
});

describe('texts on topics of every kind', () => {
  it('name and tag what the topic is about, whole', async () => {
    for (const [language, topic, wrong] of [
      ['en', 'Gas vs. induction: which hob is cheaper?', /\bGa\b/],
      ['en', 'Why "The Great Gatsby" still matters', /\bThe The\b|^(?:still|matters|Great)$/m],
      ['en', '7 mistakes every new landlord makes', /7 mistakes explained|best 7/],
      ['en', 'LEGO Star Wars', /^(?:Star|Wars)$/m],
      ['es', 'Reseña de «Cien años de soledad»', /^(?:Cien|años)(?: |$)(?!años)/m],
      ['fr', 'Entretien avec une sage-femme', /du sage-femme/],
      ['fr', '10 000 pas par jour : ça marche ?', /^000|^10$/m],
      ['de', 'Im Gespräch mit einer Hebamme', /Hebamme-(?:Haus|Welt|Werkstatt)/],
      ['de', 'Mein erstes Jahr als Imkerin', /^Jahr |Jahr-/m],
      ['pt', 'Um dia na vida de um bombeiro', /^dia (?:fatos|história)|\bVida\b/m],
    ] as const) {
      for (const name of ['channel-name-ideas', 'tag-generator']) {
        for (let seed = 0; seed < 3; seed++) {
          const text = await write(name, topic, language, `${seed}`);
          ok(!wrong.test(text), `${name}: ${text}`);
        }
      }
    }
    const tags = (await write('tag-generator', '1,000,000 subscribers: what changes', 'en')).split('\n');
    ok(tags.includes('1000000 subscribers'), tags.join());
  });

  it('have comments that name the topic or a part of its field, and claim nothing of a film that nobody has seen', async () => {
    for (const [language, topics] of Object.entries(kinds)) {
      for (const topic of topics) {
        for (let seed = 0; seed < 3; seed++) {
          const text = await write('comment-generator', topic, language, `${seed}`);
          ok(tellsOf({ topic, language, text }).telling > 0, text);
          for (const one of sentencesOf(text)) ok(!CLAIMS[language]?.test(one) && !PAST[language]?.test(one), one);
        }
      }
    }
  });

  it('set what is said behind a label with a colon or a mark off from it otherwise', async () => {
    for (const topic of ['Chess openings: the Sicilian Defence', 'Nintendo Switch 2: is it worth it?']) {
      for (let seed = 0; seed < 8; seed++) {
        const texts = [await write('title-generator', topic, 'en', `${seed}`)];
        texts.push((await write('description-generator', topic, 'en', `${seed}`)).split('\n')[0] ?? '');
        for (const text of texts) ok(!/\?:|openings: the Sicilian Defence: /.test(text), text);
      }
    }
  });

  it('say to viewers that a topic of their own is theirs', async () => {
    for (const [language, topic, wrong] of [
      ['en', 'My first marathon', /(?:stuck|surprises you|experience) (?:with|is|most about) my /],
      ['pt', 'Minha primeira maratona', /você trava quando se trata da minha|surpreende você sobre minha/],
    ] as const) {
      for (let seed = 0; seed < 8; seed++) {
        const text = await write('script-generator', topic, language, `${seed}`);
        ok(!wrong.test(text), text);
      }
    }
  });

  it('tell of what is done in its own words where one has it or does it', async () => {
    const { with: dealing } = viewerSlots(briefOn('Imparare a studiare', 'it'));
    equal(dealing, "nell'imparare a studiare");
    equal(viewerSlots(briefOn('Studiare il cinese', 'it')).with, 'nello studiare il cinese');
    equal(viewerSlots(briefOn('Apprendre la guitare', 'fr')).with, "quand il s'agit d'apprendre la guitare");
    equal(viewerSlots(briefOn('Como podar roseiras', 'pt')).with, 'ao podar roseiras');
    equal(viewerSlots(briefOn('Le pain au levain', 'fr')).with, 'avec le pain au levain');
  });

  it('ask a question in every part of an interview, however long it is', async () => {
    const script = await write('script-generator', '15 minutes: interview with a beekeeper', 'en');
    const questions = script.split('\n\n').filter((beat) => /Question \d/.test(beat));
    ok(questions.length >= 6, script);
    for (const beat of questions) ok(/\[(?:a question|a day)/.test(beat), beat);
  });

  it('begin sentences with a capital behind an elided article too', () => {
    deepEqual(["l'Empire romain", 'iPhone', "dell'Impero", 'eBay'].map(capitalise), [
      "L'Empire romain",
      'iPhone',
      "Dell'Impero",
      'eBay',
    ]);
  });
});

describeAtNight('scripts and descriptions on topics of every kind', () => {
  for (const [language, topics] of Object.entries(kinds)) {
    it(`bear on their topic, share little and claim nothing (${language})`, async () => {
      const texts: { topic: string; language: string; text: string }[] = [];
      for (const topic of topics) {
        for (const name of ['script-generator', 'description-generator'])
          texts.push({ topic, language, text: await write(name, topic, language, topic) });
      }
      const told = texts.map(tellsOf);
      const [telling, total] = [
        told.reduce((sum, one) => sum + one.telling, 0),
        told.reduce((sum, one) => sum + one.total, 0),
      ];
      ok(telling / total >= 0.6, `${telling} of ${total}`);
      const all = texts.flatMap(({ topic, text }) => [...new Set(sentencesOf(text))].map((one) => ({ topic, one })));
      const shared = all.filter(({ topic, one }) => all.some((other) => other.one === one && other.topic !== topic));
      ok(shared.length / all.length <= 0.15, `${shared.length} of ${all.length}`);
      for (const { one } of all) ok(!CLAIMS[language]?.test(one) && !PAST[language]?.test(one), one);
    });
  }
});
