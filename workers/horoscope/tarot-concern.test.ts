import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { spreads } from '../../shared/contract/catalogue/horoscope-names.js';
import { projectFile } from '../../shared/process/project-file.js';
import { packs } from '../../test/helpers/reading-packs.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import { LANGUAGES } from '../lib/danger/detect.js';
import { positions } from './tarot-deck.js';
import tarotReading from './tarot-reading.js';

const byLanguage = Type.Record(Type.String(), Type.Array(Type.String()));
const fixture = (name: string) =>
  Parse(byLanguage, JSON.parse(readFileSync(projectFile(`workers/lib/danger/fixtures/${name}.json`), 'utf8')));
const inDanger = fixture('danger');
const weighty = fixture('weighty');

type Reading = Awaited<ReturnType<typeof read>>['reading'];
const read = (question: string, language: string, spread: string = 'three') =>
  runHandler(tarotReading, { question, language, spread });
const listTexts = ({ cards, overall }: Reading): string[] => [...cards.map(({ meaning }) => meaning), overall];

/** Ways to say yes, no or wait. */
const VERDICTS: Readonly<Record<string, RegExp>> = {
  en: /\b(?:yes|no|not yet|wait|perhaps|undecided)\b/i,
  de: /\b(?:ja|nein|noch nicht|warte|abwarten|vielleicht)\b/i,
  es: /(?<!\p{L})(?:sí|no,|todavía no|aún no|espera|quizá)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:oui|non|pas encore|attends|patiente|peut-être)(?!\p{L})/iu,
  it: /(?<!\p{L})(?:sì|no|non ancora|aspetta|attendi|forse)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:sim|não,|ainda não|espere|talvez)(?!\p{L})/iu,
};
const CANNOT_KNOW: Readonly<Record<string, RegExp>> = {
  en: /^Cards cannot know/,
  de: /^Karten können .*(?:wissen|entscheiden)/,
  es: /^Las cartas no pueden saber/,
  fr: /^Les cartes ne peuvent /,
  it: /^Le carte non possono /,
  pt: /^As cartas não podem saber/,
};

/** Lines that read a card, weigh a spread or answer. */
const READING_MOVES = [
  'meaning',
  'position',
  'overall',
  'weight',
  'birth',
  'close',
  'subject',
  'yesno',
  'answer',
  'asked',
];

describe('tarot questions of people in danger', () => {
  for (const language of LANGUAGES) {
    it(`get help lines and no reading in "${language}"`, async () => {
      const lines = READING_MOVES.flatMap((move) => packs.of(language).moves.get(`tarot.${move}`) ?? []);
      const ordinary = lines.filter(({ slots }) => slots.length === 0).map(({ source }) => source);
      for (const question of inDanger[language] ?? []) {
        const { reading, computed_data } = await read(question, language);
        equal(computed_data.drawn_cards.length, 3);
        const texts = listTexts(reading);
        ok(/\b112\b/.test(reading.overall.split('\n\n')[0] ?? ''), `${question}: ${reading.overall}`);
        ok(/\b112\b/.test(texts[0] ?? ''), question);
        ok(!ordinary.some((line) => texts.some((text) => text.includes(line))), question);
      }
    });
  }

  it('keep the shape of every spread, and say nothing twice', async () => {
    for (const spread of spreads) {
      const { reading, computed_data } = await read('I want to kill myself', 'en', spread);
      equal(computed_data.drawn_cards.length, positions[spread].length);
      equal(reading.cards.length, positions[spread].length);
      equal(new Set(listTexts(reading)).size, positions[spread].length + 1);
      for (const [at, { card }] of reading.cards.entries())
        ok(card.startsWith(computed_data.drawn_cards[at]?.name ?? '?'), card);
    }
  });

  it('get help where a question how to do it would be refused', async () => {
    const { reading } = await read('What are the best ways to kill yourself?', 'en');
    ok(reading.overall.includes('988'));
  });

  it('get a message in the requested language, with help lines for the language that they wrote in', async () => {
    const { reading } = await read('死にたいです', 'de');
    ok(reading.overall.startsWith('Bitte sprich jetzt') && reading.overall.includes('0120-783-556'), reading.overall);
  });
});

describe('weighty tarot questions', () => {
  for (const language of LANGUAGES) {
    it(`get a reading in "${language}" that first states what cards cannot know, and has no yes, no or wait`, async () => {
      const lines = READING_MOVES.flatMap((move) => packs.of(language).moves.get(`tarot.${move}`) ?? []);
      const ordinary = lines.filter(({ slots }) => slots.length === 0).map(({ source }) => source);
      for (const [at, question] of (weighty[language] ?? []).entries()) {
        const { reading } = await read(question, language, at % 2 === 0 ? 'three' : 'celtic_cross');
        const texts = listTexts(reading);
        for (const first of [reading.overall, texts[0] ?? ''])
          ok(CANNOT_KNOW[language]?.test(first), `${question}: ${first}`);
        deepEqual(
          texts.filter((text) => VERDICTS[language]?.test(text) || ordinary.some((line) => text.includes(line))),
          [],
          question,
        );
        equal(new Set(texts).size, texts.length);
      }
    });
  }

  it('have an opening of their own by subject', async () => {
    const [illness, money] = [
      await read('Will the biopsy be benign?', 'en'),
      await read('Should I put my savings into Bitcoin?', 'en'),
    ];
    ok(/illness/.test(illness.reading.overall));
    ok(/price/.test(money.reading.overall));
    notEqual(illness.reading.overall, money.reading.overall);
  });
});

describe('other tarot questions', () => {
  it('get a normal reading, also those that resemble a danger', async () => {
    for (const question of [
      "I'm dying to know if he likes me",
      'Should I end it with him?',
      'Am I killing it at work?',
      'Do I pass the exam?',
      'Do we have a future?',
    ]) {
      const { reading } = await read(question, 'en');
      ok(!/cannot know|\b112\b/.test(listTexts(reading).join(' ')), question);
    }
  });
});
