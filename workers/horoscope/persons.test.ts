import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { signs } from '../../shared/contract/catalogue/horoscope-names.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { packs } from '../../test/helpers/reading-packs.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import { describeNightly, nightlyOrDaily } from '../../test/helpers/scale.js';
import {
  findUnexplainedSharing,
  listTexts,
  measureFactSharing,
  measureRepetition,
  measureSentenceSharing,
  measureSharing,
  type ReadingInput,
  readOn,
} from '../../test/helpers/text-variety.js';
import {
  people,
  sameNumber,
  sameOfEverySign,
  sameSign,
  sameSigns,
  withNumber,
} from '../../test/helpers/variety-people.js';
import type { Handler } from '../handle.js';
import { addDays, calculateSkies } from '../lib/sky/days.js';
import { createSubject } from '../lib/sky/natal-chart.js';
import { calculateLongitude, findAspect } from '../lib/sky/positions.js';
import { findTransits } from '../lib/sky/transits.js';
import chineseZodiac from './chinese-zodiac.js';
import compatibility from './compatibility.js';
import dailyHoroscope from './daily-horoscope.js';
import monthlyHoroscope from './monthly-horoscope.js';
import { readQuestion } from './tarot-question.js';
import tarotReading from './tarot-reading.js';
import weeklyHoroscope from './weekly-horoscope.js';

const clock = { now: () => new Date('2026-03-11T09:00:00Z') };

/** Maximum repetitions of a sentence for one sign in 90 days, and within 30 days. */
const MOST_IN_90_DAYS = 2;
const MOST_SOON = 0;
/** Maximum share that readings of two people with one sign, animal or number have in common. */
const MOST_SHARED = 0.5;
/** Maximum share on average: titles, and sentences about the sign or the number itself. */
const MOST_OF_NUMBER = 1 / 3;
/** Share of pairs that may exceed it, as their names or births are nearly the same. */
const MOST_ALIKE = 0.02;
/** Number of people compared for each number or sign. */
const PAIRED = nightlyOrDaily(12, 7);
const SUBJECTS = nightlyOrDaily(20, 6);
/** Languages in which variety is measured; the readings of all have the same structure. */
const LANGUAGES = nightlyOrDaily(packs.languages, ['en', 'es']);

async function loadHandler(id: string): Promise<Handler<Endpoint>> {
  const loaded: { default: Handler<Endpoint> } = await import(new URL(`../../workers/${id}.js`, import.meta.url).href);
  return loaded.default;
}

const writeReadings = async (id: string, asked: readonly ReadingInput[], language: string): Promise<unknown[]> => {
  const handler = await loadHandler(id);
  return (await Promise.all(asked.map((one) => readOn(handler, { ...one, language })))).map(({ reading }) => reading);
};

describe('readings for persons', () => {
  for (const language of LANGUAGES) {
    it(`vary the sentences for one sign in "${language}" before they repeat them`, async () => {
      for (const sign of ['aries', 'libra'] as const) {
        const { often, soon, sentences } = await measureRepetition(dailyHoroscope, {
          first: '2026-01-01',
          days: 90,
          asked: (date) => ({ sign, date, language }),
        });
        ok(sentences > 900, `${sentences} sentences`);
        const said = [...often.entries()].filter(([, times]) => times > MOST_IN_90_DAYS);
        deepEqual(said, [], `${sign}: said more than ${MOST_IN_90_DAYS} times`);
        ok(soon.length <= MOST_SOON, `${sign}: ${soon.length} said again within 30 days`);
      }
    });

    it(`differ for four births of one sign by week and month in "${language}"`, async () => {
      for (const { handler, id } of [
        { handler: (raw: object) => runHandler(weeklyHoroscope, raw, { clock }), id: 'weekly' },
        { handler: (raw: object) => runHandler(monthlyHoroscope, raw, { clock }), id: 'monthly' },
      ]) {
        const readings = await Promise.all(
          sameSign.map(async ({ now: _, ...raw }) => (await handler({ ...raw, language })).reading),
        );
        const { most } = measureSharing(readings);
        ok(most <= MOST_SHARED, `${id}: ${most} shared`);
        equal(new Set(readings.map(({ overview }) => overview)).size, sameSign.length);
      }
    });

    it(`differ for people with the same number in "${language}"`, async () => {
      for (const [id, asked] of Object.entries(sameNumber)) {
        const readings = await writeReadings(id, asked.slice(0, PAIRED), language);
        const { mean, most } = measureSharing(readings);
        ok(mean <= MOST_OF_NUMBER, `${id}: ${mean} shared`);
        ok(most <= MOST_SHARED, `${id}: ${most} shared by two`);
        const ofNumber = measureFactSharing(readings, packs.of(language), 'number');
        ok(ofNumber <= MOST_SHARED, `${id}: ${ofNumber} follows from the number alone`);
      }
    });

    it(`differ for people of one sign or one animal in "${language}"`, async () => {
      for (const [id, asked] of sameSigns) {
        const { mean, most } = measureSentenceSharing(await writeReadings(id, asked.slice(0, PAIRED), language));
        ok(mean <= MOST_OF_NUMBER, `${id}: ${mean} shared`);
        ok(most <= MOST_SHARED, `${id}: ${most} shared by two`);
      }
    });

    it(`depend on the birth in "${language}" if they are marked as personalized`, async () => {
      const [one, other] = ['1985-08-04', '1991-08-11'];
      const asked: readonly (readonly [id: string, field: string, besides?: object])[] = [
        ['zodiac-profile', 'birth_date'],
        ['daily-horoscope', 'birth_date'],
        ['weekly-horoscope', 'birth_date'],
        ['monthly-horoscope', 'birth_date'],
        ['moon-phase-report', 'birth_date'],
        ['compatibility', 'birth_date_a', { sign_b: 'aquarius' }],
      ];
      for (const [name, field, besides] of asked) {
        const births = [one, other].map((birth) => ({ ...besides, [field]: birth, now: '2026-03-11' }));
        const { most } = measureSentenceSharing(await writeReadings(`horoscope/${name}`, births, language));
        // The moon of a day is the same for everybody, and its report says so first.
        ok(most <= (name === 'moon-phase-report' ? 2 / 3 : MOST_SHARED), `${name}: ${most} shared`);
      }
    });

    it(`share sentences between two people in "${language}" only for facts that both have`, async () => {
      for (const { id, group } of catalogue) {
        if ((group.id !== 'horoscope' && group.id !== 'numerology') || id === 'horoscope/tarot-reading') continue;
        const handler = await loadHandler(id);
        const answers = await Promise.all(
          people.slice(0, SUBJECTS).map((one) => readOn(handler, { ...one, language })),
        );
        const readings = answers.map(({ reading }) => reading);
        const unfounded = findUnexplainedSharing(readings, packs.of(language));
        deepEqual(
          unfounded.map(({ sentence }) => sentence),
          [],
          id,
        );
      }
    });

    it(`describe each of the 78 pairs of signs in "${language}" differently`, async () => {
      const described = { love: new Set(), friendship: new Set(), communication: new Set() };
      for (const [at, sign_a] of signs.entries()) {
        for (const sign_b of signs.slice(at)) {
          const { reading } = await runHandler(compatibility, { sign_a, sign_b, language });
          for (const area of ['love', 'friendship', 'communication'] as const)
            described[area].add(reading[area].description);
        }
      }
      for (const [area, texts] of Object.entries(described)) equal(texts.size, 78, area);
    });
  }

  it('name transits on the day on which they are exact', () => {
    const days = calculateSkies('2026-03-09', 7);
    const { natal } = createSubject({ birth_date: '1985-08-04', birth_time: '09:15', location: 'Osaka' });
    deepEqual([...natal.keys()].sort(), ['ascendant', 'mars', 'mercury', 'moon', 'sun', 'venus']);
    const transits = findTransits(days, natal);
    ok(transits.length >= 2);
    for (const { planet, point, date } of transits) {
      const place = natal.get(point) ?? Number.NaN;
      const aspect = findAspect(calculateLongitude(planet, new Date(`${date}T12:00:00Z`)), place);
      ok(aspect && aspect.orb <= 1, `${planet} ${point} ${date}`);
    }
  });

  it('mention births only if birth dates are given', async () => {
    const births = { birth_date_a: '1985-08-04', birth_date_b: '1990-02-11' };
    const own = (await runHandler(compatibility, births)).reading;
    const alone = (await runHandler(compatibility, { sign_a: 'leo', sign_b: 'aquarius' })).reading;
    ok(/births/.test(listTexts(own).join(' ')));
    ok(!/births/.test(listTexts(alone).join(' ')));
  });

  it('choose no best day with a hard event, and no hardest day with an easy one', async () => {
    const monday = '2026-08-24';
    const days = calculateSkies(monday, 7);
    const met = new Set<string>();
    for (let n = 0; n < 60; n++) {
      const birth_date = addDays('1955-03-04', n * 331);
      // The most important transit is always named.
      const [told] = findTransits(days, createSubject({ birth_date }).natal);
      const { reading } = await readOn(weeklyHoroscope, { birth_date, now: monday });
      const { highlights }: { highlights: Record<string, string> } = Object(reading);
      const day = told && new Date(told.date).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
      if (told?.quality === 'hard') notEqual(highlights.best_day, day, birth_date);
      if (told?.quality === 'soft') notEqual(highlights.challenging_day, day, birth_date);
      if (told) met.add(told.quality);
    }
    ok(met.has('hard') && met.has('soft'));
  });

  it('recognise the topic of a question in six languages', () => {
    const asked: readonly [string, string, string, string?][] = [
      ['en', 'Should I take the job in Berlin?', 'work', 'the job in Berlin'],
      ['en', 'Will my ex come back?', 'love', 'my ex'],
      ['en', 'What about the future?', 'other'],
      ['en', 'Should I do it?', 'decision'],
      ['en', 'Will I pass the exam?', 'study', 'the exam'],
      ['en', 'What should I know about my marriage?', 'love', 'my marriage'],
      ['it', 'Mi sposerò?', 'love'],
      ['pt', 'Como vão os meus filhos?', 'family', 'filhos'],
      ['de', 'Soll ich den Job in Berlin annehmen?', 'work', 'Job in Berlin'],
      ['de', 'Wie geht es mit meiner Beziehung weiter?', 'love', 'Beziehung'],
      ['de', 'Reicht mein Geld?', 'money', 'Geld'],
      ['de', 'Liebt mich Jonas noch?', 'love'],
      ['de', 'Komme ich aus den Schulden heraus?', 'money', 'Schulden'],
      ['es', '¿Cómo irá mi relación con Ana?', 'love', 'relación con Ana'],
      ['es', '¿Debo mudarme?', 'move'],
      ['fr', 'Dois-je changer de travail ?', 'work'],
      ['fr', "Est-ce que Paul m'aime encore ?", 'love'],
      ['fr', 'Ma santé va-t-elle tenir ?', 'health', 'santé'],
      ['it', 'Come andrà il colloquio?', 'work', 'colloquio'],
      ['it', 'Avrò abbastanza soldi?', 'money'],
      ['pt', 'Devo mudar para o exterior?', 'move'],
      ['pt', 'Como vai a minha família?', 'family', 'família'],
    ];
    for (const [language, question, topic, subject] of asked) {
      const read = readQuestion(question, language);
      deepEqual([read.class, read.subject], [topic, subject], question);
    }
  });

  it('take no card of burden for a yes, and not its relief for a no', async () => {
    const heavy = /^(?:The Devil|The Tower|The Moon|(?:Three|Five|Seven|Eight|Nine|Ten) of Swords)$/;
    for (let time = 0; time < 60; time++) {
      const question = 'Should I take the job in Berlin?';
      const { computed_data: drawn, reading } = await runHandler(tarotReading, { spread: 'single', question });
      const [card] = drawn.drawn_cards;
      if (!card || !heavy.test(card.name)) continue;
      const answer = card.reversed ? /undecided|perhaps/ : /no yes|away from yes|wait/;
      ok(answer.test(reading.overall), `${card.name}: ${reading.overall}`);
    }
  });

  it('answer a question by its topic, and mention no question if there is none', async () => {
    const { reading } = await runHandler(tarotReading, { question: 'Should I take the job in Berlin?' });
    ok(/“the job in Berlin”/.test(reading.overall), reading.overall);
    ok(/yes|not yet|no,|wait|perhaps/.test(reading.overall), reading.overall);
    for (let time = 0; time < 30; time++) {
      const { reading: plain } = await runHandler(tarotReading, { spread: 'single' });
      ok(
        !/you asked|your question|(?:these|other|few of the|most of the) cards/i.test(listTexts(plain).join(' ')),
        plain.overall,
      );
    }
  });
});

describeNightly('readings for persons', () => {
  for (const language of LANGUAGES) {
    it(`differ for people of every number, sign and animal in "${language}"`, async () => {
      const numbers = Array.from({ length: 9 }, (_, n) => Object.entries(withNumber(n + 1))).flat();
      for (const [of, share] of [
        [numbers, measureSharing],
        [sameOfEverySign(), measureSentenceSharing],
      ] as const) {
        const alike = new Map<string, { shared: number; over: number; pairs: number }>();
        for (const [id, asked] of of) {
          const { mean, overHalf, pairs } = share(await writeReadings(id, asked, language));
          const sum = alike.get(id) ?? { shared: 0, over: 0, pairs: 0 };
          alike.set(id, {
            shared: sum.shared + mean * pairs,
            over: sum.over + overHalf,
            pairs: sum.pairs + pairs,
          });
        }
        for (const [id, { shared, over, pairs }] of alike) {
          ok(shared <= pairs * MOST_OF_NUMBER, `${id}: ${shared / pairs} shared`);
          ok(over <= pairs * MOST_ALIKE, `${id}: ${over} of ${pairs} pairs share more than half`);
        }
      }
    });
  }
});

describe('readings for minors', () => {
  const [CHILD, ADULT] = ['2016-05-04', '1980-02-03'];
  const listLines = (language: string, move: string) =>
    (packs.of(language).moves.get(move) ?? []).map(({ source }) => source);

  for (const language of packs.languages) {
    it(`write in "${language}" about friends and family instead of love`, async () => {
      const neutral = listLines(language, 'minor.love');
      const of = { birth_date: CHILD, language };
      const loves = [
        (await runHandler(chineseZodiac, of, { clock })).reading.love,
        (await runHandler(chineseZodiac, { birth_year: 2016, language }, { clock })).reading.love,
        (await runHandler(dailyHoroscope, of, { clock })).reading.love,
        (await runHandler(weeklyHoroscope, of, { clock })).reading.love,
        (await runHandler(monthlyHoroscope, of, { clock })).reading.love,
      ];
      for (const love of loves) ok(neutral.includes(love), love);
    });

    it(`compare an adult and a minor in "${language}" without romance`, async () => {
      const asked = { birth_date_a: ADULT, birth_date_b: CHILD, language };
      const { love, friendship, communication, summary } = (await runHandler(compatibility, asked, { clock })).reading;
      equal(love.score, friendship.score);
      const told = [love, friendship, communication].map(({ description }) => description);
      for (const [at, part] of ['love', 'friendship', 'communication', 'summary'].entries()) {
        ok(listLines(language, `minor.${part}`).includes([...told, summary][at] ?? ''), part);
      }
    });
  }

  const unsuitable: Readonly<Record<string, RegExp>> = {
    en: /\b(?:romanc|romantic|partners?\b|wedding|marr(?:y|ied|iage)|flirt|kiss|sex|wine\b|beer|alcohol|champagne|casino|bets?\b)/i,
    de: /(?<!\p{L})(?:romanti|partner|hochzeit|heirat|flirt|kuss|küss|sex|verlieb|wein(?!\p{L})|alkohol|sekt(?!\p{L})|champagner|wette(?!\p{L}))/iu,
    es: /(?<!\p{L})(?:romance|romántic|pareja|boda|casarse|coquet|beso|sexo|vino(?!\p{L})|cerveza|alcohol|champán|apuesta)/iu,
    fr: /(?<!\p{L})(?:romance|romanti|partenaire|couple|mariage|flirt|baiser|sex|vin(?!\p{L})|alcool|champagne|pari(?!\p{L}))/iu,
    it: /(?<!\p{L})(?:romantic|partner|coppia|matrimon|sposar|flirt|bacio|sesso|vino|birra|alcol|spumante|scommess)/iu,
    pt: /(?<!\p{L})(?:romance|romântic|parceir|casal|casamento|flert|beij|sexo|vinho|cerveja|álcool|champanhe|aposta)/iu,
  };
  const withChildBirth = (birth_date: string, { example, request }: Endpoint, at: number) => ({
    ...example.request,
    ...Object.fromEntries(
      Object.keys(Object(request.properties))
        .filter((field) => field.startsWith('birth_date'))
        .map((field) => [field, birth_date]),
    ),
    date: addDays('2026-03-01', at),
  });

  for (const [language, words] of Object.entries(unsuitable)) {
    it(`mention no romance, alcohol or bets in "${language}", at ten and at sixteen`, async () => {
      for (const endpoint of catalogue) {
        const { id, group, request } = endpoint;
        const takesBirth = 'birth_date' in request.properties || 'birth_date_a' in request.properties;
        if ((group.id !== 'horoscope' && group.id !== 'numerology') || !takesBirth) continue;
        const handler = await loadHandler(id);
        for (let at = 0; at < nightlyOrDaily(60, 5); at++) {
          for (const born of ['2015-04-01', '2009-04-01']) {
            const asked = withChildBirth(addDays(born, at * 5), endpoint, at);
            const { reading } = await readOn(handler, { ...asked, language, now: '2026-03-11' });
            deepEqual(
              listTexts(reading).filter((text) => words.test(text)),
              [],
              `${id} ${JSON.stringify(asked)}`,
            );
          }
        }
      }
    });
  }

  it('end with the eighteenth birthday', async () => {
    const neutral = listLines('en', 'minor.love');
    const love = async (date: string) =>
      (await runHandler(dailyHoroscope, { birth_date: '2008-05-04', date }, { clock })).reading.love;
    ok(neutral.includes(await love('2026-05-03')));
    ok(!neutral.includes(await love('2026-05-04')));
  });
});

describe('yes and no in tarot readings', () => {
  const asked: Readonly<Record<string, { readonly future: readonly string[]; readonly others: readonly string[] }>> = {
    en: {
      future: [
        'Should I call my boyfriend?',
        'Do I get the job?',
        'Am I going to find love?',
        'Is my ex coming back?',
        'I lost my job. Will I find another one?',
        'Should I leave or not?',
      ],
      others: [
        'Is my boyfriend cheating on me?',
        'Will he cheat on me?',
        'Does he love me?',
        'Should I stay or go?',
        'Can you tell me when I will marry?',
        'Do I get along with my boss?',
      ],
    },
    de: {
      future: ['Soll ich meinen Freund anrufen?', 'Finde ich eine Wohnung?', 'Hat unsere Beziehung eine Zukunft?'],
      others: ['Ist mein Freund mir untreu?', 'Mit wem werde ich leben?', 'Soll ich bleiben oder gehen?'],
    },
    es: {
      future: ['¿Debo llamar a mi novio?', '¿Mi novio va a volver?', '¿Encontraré trabajo?', '¿Vale la pena esperar?'],
      others: ['¿Está mi novio con otra?', '¿En qué ciudad voy a vivir?', '¿Me quiere?', '¿Debo quedarme o irme?'],
    },
    fr: {
      future: [
        'Dois-je appeler mon copain ?',
        'Est-ce que je vais trouver un travail ?',
        'Vais-je me marier ?',
        'Va-t-il m’appeler ?',
        'Est-ce que mon ex reviendra ?',
      ],
      others: [
        'Est-ce que mon copain me trompe ?',
        'Est-ce que Laura m’aime ?',
        'Qu’est-ce que je vais faire ?',
        'Est-ce que ma mère va bien ?',
      ],
    },
    it: {
      future: ['Devo chiamare il mio fidanzato?', 'Marco mi chiamerà?', 'Sto per cambiare lavoro?'],
      others: ['È infedele il mio fidanzato?', 'Con chi mi sposerò?', 'Però lui mi ama?'],
    },
    pt: {
      future: ['Devo ligar para o meu namorado?', 'Será que vou passar na prova?', 'O meu ex vai voltar?'],
      others: ['Está o meu namorado com outra?', 'O que vai acontecer?', 'Com quem vou casar?'],
    },
  };

  const verdicts: Readonly<Record<string, RegExp>> = {
    en: /\b(?:yes|no)\b/i,
    de: /(?<!\p{L})(?:Ja|Nein)(?!\p{L})/u,
    es: /(?<!\p{L})(?:sí|el no|un no)(?!\p{L})/iu,
    fr: /\b(?:oui|non)\b/i,
    it: /(?<!\p{L})(?:sì|il no|un no)(?!\p{L})/iu,
    pt: /(?<!\p{L})(?:sim|o não|um não)(?!\p{L})/iu,
  };

  for (const language of packs.languages) {
    it(`do not occur in "${language}" in sentences for any question`, () => {
      const lines = packs.of(language).moves.get('tarot.answer') ?? [];
      const ofAny = lines.filter(({ when }) => when.class === 'other').map(({ source }) => source);
      ok(ofAny.length > 0);
      deepEqual(
        ofAny.filter((line) => verdicts[language]?.test(line)),
        [],
      );
    });
  }

  for (const [language, { future, others }] of Object.entries(asked)) {
    it(`are given in "${language}" for the future and for decisions, never for what already is`, () => {
      for (const question of future) equal(readQuestion(question, language).yesNo, true, question);
      for (const question of others) equal(readQuestion(question, language).yesNo, false, question);
    });
  }
});
