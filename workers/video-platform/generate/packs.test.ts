import { deepEqual, equal, ok } from 'node:assert/strict';
import { moods, networks, tones } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { compose } from '../../lib/writing/compose.js';
import type { Facts } from '../../lib/writing/line.js';
import { packs } from './writing/composer.js';
import { THEMES } from './writing/theme.js';

const KINDS = ['doing', 'knowing'];
const ROLES = ['start', 'problem', 'method', 'example', 'turn', 'result'];
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
  title: { facts: { mood: anyMood, tone: ['open'], shape: ['thing'], kind: KINDS }, least: 3 },
  'title-label': { facts: { shape: ['thing', 'action'] }, least: 1 },
  'title-mood': { facts: { mood: anyMood }, least: 8 },
  'title-tone': { facts: { tone: tones }, least: 5 },
  'desc-open': { facts: { mood: anyMood, kind: KINDS }, least: 1 },
  'desc-keyword': { facts: {}, least: 5 },
  'desc-keywords': { facts: {}, least: 4 },
  'desc-body': { facts: { tone: anyTone, kind: KINDS }, least: 3 },
  'desc-mood': { facts: { mood: anyMood, kind: KINDS }, least: 2 },
  'desc-detail': { facts: { kind: KINDS }, least: 12 },
  'desc-again': { facts: { kind: KINDS }, least: 4 },
  'desc-for': { facts: { kind: KINDS }, least: 3 },
  'desc-list-head': { facts: {}, least: 4 },
  'desc-list': { facts: { kind: KINDS }, least: 6 },
  'desc-cta': { facts: { tone: anyTone, kind: KINDS }, least: 2 },
  'desc-close': { facts: { mood: anyMood, kind: KINDS }, least: 2 },
  'comment-open': { facts: { mood: anyMood, kind: KINDS }, least: 2 },
  'comment-mood': { facts: { mood: anyMood, kind: KINDS }, least: 2 },
  'comment-body': { facts: { tone: anyTone, kind: KINDS }, least: 3 },
  'comment-end': { facts: { tone: anyTone, kind: KINDS }, least: 2 },
  'channel-open': { facts: { tone: anyTone }, least: 1 },
  'channel-what': { facts: {}, least: 6 },
  'channel-keyword': { facts: {}, least: 3 },
  'channel-for': { facts: {}, least: 3 },
  'channel-cta': { facts: { tone: anyTone }, least: 2 },
  'channel-name': { facts: {}, least: 18 },
  'post-hook': { facts: { shape: ['thing', 'action', 'question', 'statement'], kind: KINDS }, least: 5 },
  'post-body': { facts: { kind: KINDS }, least: 6 },
  'post-personal': { facts: {}, least: 4 },
  'post-cta': { facts: { network: networks, kind: KINDS }, least: 3 },
  'script-hook': { facts: { tone: anyTone, kind: KINDS }, least: 1 },
  'script-promise': { facts: { person: ['1st', '3rd'], kind: KINDS }, least: 3 },
  'script-heading': { facts: { role: ROLES, kind: KINDS }, least: 2 },
  'script-visual': { facts: { role: ROLES, kind: KINDS }, least: 3 },
  'script-voice': { facts: { role: ROLES, person: ['1st', '3rd'], kind: KINDS }, least: 4 },
  'script-tone': { facts: { tone: anyTone, person: ['1st', '3rd'], kind: KINDS }, least: 5 },
  'script-outro': { facts: { person: ['1st', '3rd'], kind: KINDS }, least: 3 },
  'script-cta': { facts: { tone: anyTone, kind: KINDS }, least: 2 },
  'desc-theme': { facts: { theme: THEMES }, least: 3 },
  'script-theme': { facts: { theme: THEMES }, least: 2 },
  'desc-theme-list': { facts: { theme: THEMES }, least: 3 },
  tag: { facts: { kind: KINDS }, least: 12 },
  place: { facts: { tone: anyTone }, least: 3 },
};

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
};
const ALL_SLOTS = new Set([...Object.keys(SLOTS), 'thing', 'action', 'word']);

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
            const composer = compose(pack, { facts: combination, slots: SLOTS, seed: move });
            const found = composer.list(move, least).length;
            if (found < least) poor.push(`${move} ${JSON.stringify(combination)}: ${found} of ${least}`);
          }
        }
        deepEqual(poor, []);
      });

      it('covers every move in this test', () => {
        const labels = ['desc-label', 'post-label', 'script-label'];
        deepEqual(
          [...pack.moves.keys()].filter((move) => !NEEDED[move] && !labels.includes(move)),
          [],
        );
      });

      it('uses only slots that are filled, and no line twice in one place', () => {
        for (const [move, lines] of pack.moves) {
          const seen = new Set<string>();
          for (const { source, slots, when } of lines) {
            for (const slot of slots) ok(ALL_SLOTS.has(slot), `${move}: {${slot}} in "${source}"`);
            const place = JSON.stringify([source, when]);
            ok(!seen.has(place), `${move}: twice "${source}"`);
            seen.add(place);
          }
        }
      });

      it('ends its sentences, and has no stray spaces or straight quotation marks', () => {
        const fragments =
          /^(?:title|tag|channel-name|script-heading|script-visual|desc-list|desc-theme-list|desc-label|post-label|script-label)/;
        for (const [move, lines] of pack.moves) {
          for (const { source } of lines) {
            equal(source, source.trim());
            ok(!/ {2}|"|\s[,.]/.test(source), `${move}: "${source}"`);
            if (!fragments.test(move)) ok(/[.!?…:]$/.test(source), `${move}: "${source}" does not end`);
          }
        }
      });

      it('tells scripts in the third person without a first person', () => {
        const first = FIRST_PERSON[language];
        ok(first);
        for (const [move, lines] of pack.moves) {
          if (!move.startsWith('script-') || move === 'script-cta') continue;
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
