import { deepEqual, equal, ok } from 'node:assert/strict';
import { moods, networks, tones } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { compose } from '../../lib/writing/compose.js';
import type { Facts } from '../../lib/writing/line.js';
import { GENRES } from './writing/genre.js';
import { packs } from './writing/packs.js';
import { ROLES } from './writing/plan.js';

const KINDS = ['doing', 'knowing'];
const KNOWN = ['yes', 'no'];
const PERSONS = ['1st', '3rd'];
const SHAPES = ['thing', 'action', 'question', 'statement'];
/** The roles of a plan that are no parts of a field. */
const OTHERS = ROLES.filter((role) => role !== 'part');
const anyMood = ['open', ...moods];
const anyTone = ['open', ...tones];

/** Every combination of the values of some facts. */
function combinations(facts: Readonly<Record<string, readonly string[]>>): Facts[] {
  return Object.entries(facts).reduce<Facts[]>(
    (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}

/** Move → on what facts its lines depend, and how many different lines there must be for each combination. */
const NEEDED: Readonly<Record<string, { facts: Readonly<Record<string, readonly string[]>>; least: number }>> = {
  title: { facts: { mood: anyMood, tone: ['open'], shape: ['thing'], kind: KINDS, genre: GENRES }, least: 2 },
  'title-head': { facts: { shape: SHAPES, known: KNOWN }, least: 1 },
  'title-mood': { facts: { mood: anyMood }, least: 5 },
  'title-tone': { facts: { tone: tones }, least: 3 },
  'desc-first': { facts: { shape: SHAPES, genre: GENRES, known: KNOWN }, least: 1 },
  'desc-lens': { facts: { kind: KINDS, known: KNOWN }, least: 4 },
  'desc-keyword': { facts: {}, least: 5 },
  'desc-keywords': { facts: {}, least: 4 },
  'desc-mood': { facts: { mood: moods }, least: 1 },
  'desc-tone': { facts: { tone: tones }, least: 2 },
  'desc-chapters': { facts: {}, least: 2 },
  'desc-ask': { facts: { kind: KINDS }, least: 3 },
  'desc-cta': { facts: { tone: anyTone }, least: 1 },
  'desc-links': { facts: {}, least: 2 },
  'comment-open': { facts: { mood: anyMood, kind: KINDS }, least: 1 },
  'comment-body': { facts: { tone: anyTone, kind: KINDS, known: KNOWN }, least: 1 },
  'channel-open': { facts: { tone: anyTone }, least: 1 },
  'channel-what': { facts: { known: KNOWN }, least: 4 },
  'channel-keyword': { facts: {}, least: 3 },
  'channel-for': { facts: {}, least: 0 },
  'channel-cta': { facts: { tone: anyTone }, least: 1 },
  'channel-name': { facts: {}, least: 18 },
  'post-hook': { facts: { shape: SHAPES, kind: KINDS, known: KNOWN }, least: 3 },
  'post-body': { facts: { kind: KINDS, known: KNOWN }, least: 4 },
  'post-personal': { facts: {}, least: 4 },
  'post-cta': { facts: { network: networks, kind: KINDS }, least: 1 },
  'hook-ask': { facts: { shape: SHAPES, known: KNOWN }, least: 1 },
  'hook-fact': { facts: { known: KNOWN }, least: 1 },
  'hook-stake': { facts: { known: KNOWN }, least: 2 },
  'part-head': { facts: { genre: GENRES, known: KNOWN }, least: 1 },
  'part-lead': { facts: { genre: GENRES, known: KNOWN }, least: 2 },
  'part-blank': { facts: { genre: GENRES, known: KNOWN, person: PERSONS }, least: 2 },
  'beat-head': { facts: { role: OTHERS, kind: KINDS }, least: 1 },
  'beat-say': { facts: { role: OTHERS, kind: KINDS, known: KNOWN }, least: 1 },
  'beat-add': { facts: { role: ['need', 'mistake', 'who'], known: KNOWN, person: PERSONS }, least: 1 },
  'beat-show': { facts: { role: ROLES, known: ['no'] }, least: 1 },
  'beat-note': { facts: {}, least: 3 },
  'beat-turn': { facts: {}, least: 2 },
  'script-tone': { facts: { tone: tones, person: PERSONS }, least: 2 },
  'script-end': { facts: { kind: KINDS }, least: 2 },
  'script-cta': { facts: { tone: anyTone }, least: 1 },
  tag: { facts: { kind: KINDS, genre: GENRES }, least: 8 },
  place: { facts: { tone: anyTone }, least: 3 },
};

/** Moves that only some briefs have lines for. */
const OPTIONAL = ['desc-label', 'post-label', 'comment-mood', 'comment-end', 'desc-close'];

/** What every line may count on, and what only some briefs have; `thing` and `action` are left out on purpose. */
const SLOTS = {
  topic: 'pain',
  bare: 'pain',
  label: 'Pain',
  keyword: 'pain',
  keywords: 'pain',
  subject: 'pain',
  name: 'Pain',
  the: 'le pain',
  question: 'Pain?',
  statement: 'pain',
  channel: 'Pain',
  related: 'pain',
  about: 'pain',
  with: 'avec le pain',
  a: 'pain',
  b: 'vin',
  n: '1',
  minutes: '3',
  count: '3',
  x: 'sel',
  y: 'eau',
  z: 'farine',
  side: 'eau',
};

/** What only briefs with a field have, and a definition only what a dictionary knows. */
const STOCK = {
  part: 'pain',
  part2: 'vin',
  part3: 'sel',
  fact: 'Pain.',
  tool: 'pain',
  mistake: 'pain',
  sign: 'pain',
  ask: 'Pain?',
};
const ALL_SLOTS = new Set([
  ...Object.keys(SLOTS),
  ...Object.keys(STOCK),
  'thing',
  'action',
  'word',
  'gloss',
  'one',
  'two',
  'blend',
]);

describe('packs', () => {
  it('speak six languages', () => {
    deepEqual(packs.languages, ['de', 'en', 'es', 'fr', 'it', 'pt']);
  });

  const english = packs.of('en');

  for (const language of packs.languages) {
    describe(language, () => {
      const pack = packs.of(language);

      it('has every move and every phrase that the English one has', () => {
        const lacking = [...english.moves.keys()].filter((move) => !pack.moves.has(move));
        deepEqual(lacking, []);
        deepEqual(
          Object.keys(english.phrases).filter((name) => !pack.phrases[name]?.length),
          [],
        );
      });

      it('has lines for every combination of facts', () => {
        const poor: string[] = [];
        for (const [move, { facts, least }] of Object.entries(NEEDED)) {
          for (const combination of combinations(facts)) {
            const slots = combination.known === 'no' ? SLOTS : { ...SLOTS, ...STOCK };
            const composer = compose(pack, {
              facts: combination,
              slots: { thing: 'pain', action: 'pain', word: 'Pain', one: 'Pain', two: 'Vin', ...slots },
              seed: move,
            });
            const found = composer.list(move, least).length;
            if (found < least) poor.push(`${move} ${JSON.stringify(combination)}: ${found} of ${least}`);
          }
        }
        deepEqual(poor, []);
      });

      it('covers every move in this test', () => {
        deepEqual(
          [...pack.moves.keys()].filter((move) => !NEEDED[move] && !OPTIONAL.includes(move)),
          [],
        );
      });

      it('uses only slots that are filled, and no line twice in one place', () => {
        for (const [move, lines] of pack.moves) {
          const seen = new Set<string>();
          for (const { source, slots, when } of lines) {
            for (const slot of slots) {
              const isFilled = ALL_SLOTS.has(slot) && (slot !== 'with' || pack.phrases.with !== undefined);
              ok(isFilled, `${move}: {${slot}} in "${source}"`);
            }
            const place = JSON.stringify([source, when]);
            ok(!seen.has(place), `${move}: twice "${source}"`);
            seen.add(place);
          }
        }
      });

      it('ends its sentences, and has no stray spaces or straight quotation marks', () => {
        const fragments = /^(?:title|tag|channel-name|part-head|beat-head|desc-label|post-label)/;
        for (const [move, lines] of pack.moves) {
          for (const { source } of lines) {
            equal(source, source.trim());
            ok(!/ {2}|"|\s[,.]/.test(source), `${move}: "${source}"`);
            if (!fragments.test(move)) ok(/[.!?…:\]}]$/.test(source), `${move}: "${source}" does not end`);
          }
        }
      });

      it('tells scripts in the third person without a first person', () => {
        const first = FIRST_PERSON[language];
        ok(first);
        for (const [move, lines] of pack.moves) {
          if (!/^(?:script|hook|part|beat)-/.test(move) || move === 'script-cta') continue;
          for (const { source, when } of lines) {
            if (when.person !== '1st') ok(!first.test(source), `${move}: "${source}"`);
          }
        }
      });
    });
  }
});

/** The words by which a narrator speaks of themselves. */
const FIRST_PERSON: Readonly<Record<string, RegExp>> = {
  en: /\b(?:I|I'm|I'd|I'll|I've|me|my|mine|we|our|us)\b/,
  es: /(?<!\p{L})(?:yo|me|mi|mí|nos|nuestro|nuestra)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:je|j'|me|m'|mon|ma|mes|moi|nous|notre|nos)(?!\p{L})/iu,
  de: /(?<!\p{L})(?:ich|mich|mir|mein|meine|meinen|wir|uns|unser|unsere)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:eu|me|meu|minha|meus|minhas|nós|nosso|nossa)(?!\p{L})/iu,
  it: /(?<!\p{L})(?:io|mi|mio|mia|miei|mie|noi|nostro|nostra)(?!\p{L})/iu,
};
