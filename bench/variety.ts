/**
 * Measures how much readings repeat themselves and each other, per language. `node dist/bench/variety.js [language]` prints:
 * of the daily horoscope of every sign, over 90 days, how often a sentence comes back; of 20 people, the sentences that
 * readings share although no fact is the same; of people with the same number, sign or animal, and of four people of one sign with
 * different births, how much of their readings is the same. Runs the handlers in this process, without a platform.
 */

import { signs } from '../shared/contract/catalogue/horoscope-names.js';
import { catalogue } from '../shared/contract/catalogue/index.js';
import type { Endpoint } from '../shared/contract/endpoint.js';
import { packs } from '../test/helpers/reading-packs.js';
import {
  findUnexplainedSharing,
  findUnrelatedSharing,
  measureRepetition,
  measureSentenceSharing,
  measureSharing,
  readOn,
} from '../test/helpers/text-variety.js';
import { people, sameNumber, sameSign, sameSigns } from '../test/helpers/variety-people.js';
import type { Handler } from '../workers/handle.js';

const FIRST_DAY = '2026-01-01';
const DAYS = 90;

async function loadHandler(id: string): Promise<Handler<Endpoint>> {
  const loaded: { default: Handler<Endpoint> } = await import(new URL(`../workers/${id}.js`, import.meta.url).href);
  return loaded.default;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const endpoints = catalogue.filter(({ group }) => group.id === 'horoscope' || group.id === 'numerology');

async function measure(language: string): Promise<void> {
  console.log(`\n${language}`);
  const daily = await loadHandler('horoscope/daily-horoscope');
  const series = await Promise.all(
    signs.map((sign) =>
      measureRepetition(daily, { first: FIRST_DAY, days: DAYS, asked: (date) => ({ sign, date, language }) }),
    ),
  );
  const most = Math.max(...series.map((one) => one.most));
  const often = series.reduce((sum, one) => sum + one.often.size, 0) / signs.length;
  const soon = series.reduce((sum, one) => sum + one.soon.length, 0) / signs.length;
  console.log(
    `  daily, ${DAYS} days of each sign: a sentence up to ${most} times; per sign, ${often.toFixed(1)} sentences`,
  );
  console.log(`    said more than twice, ${soon.toFixed(1)} said again within 30 days`);

  for (const { id } of endpoints.filter((endpoint) => endpoint.id !== 'horoscope/tarot-reading')) {
    const handler = await loadHandler(id);
    const answers = await Promise.all(people.map((person) => readOn(handler, { ...person, language })));
    const { pairs, sentences } = findUnrelatedSharing(answers);
    console.log(`  ${id}: ${sentences.length} sentences shared by ${pairs} pairs without a common fact`);
    for (const sentence of sentences.slice(0, 3)) console.log(`    ${sentence}`);
    const readings = answers.map(({ reading }) => reading);
    const unfounded = findUnexplainedSharing(readings, packs.of(language));
    const { mean, most } = measureSharing(readings);
    console.log(
      `    all pairs: ${percent(mean)} shared on average, ${percent(most)} at most, ${unfounded.length} unfounded`,
    );
    for (const { sentence, lines } of unfounded.slice(0, 5))
      console.log(`    ! ${sentence} ${lines.map(({ group }) => group.name).join(' | ')}`);
  }
  for (const [id, asked] of Object.entries(sameNumber)) {
    const handler = await loadHandler(id);
    const answers = await Promise.all(asked.map((one) => readOn(handler, { ...one, language })));
    const { mean, most, pairs, overHalf } = measureSharing(answers.map(({ reading }) => reading));
    console.log(
      `  ${id}, same number, ${pairs} pairs: ${percent(mean)} shared on average, ${percent(most)} at most, ${overHalf} over half`,
    );
  }
  for (const [id, asked] of sameSigns) {
    const handler = await loadHandler(id);
    const answers = await Promise.all(asked.map((one) => readOn(handler, { ...one, language })));
    const { mean, most, pairs, overHalf } = measureSentenceSharing(answers.map(({ reading }) => reading));
    console.log(
      `  ${id}, same signs, ${pairs} pairs: ${percent(mean)} shared on average, ${percent(most)} at most, ${overHalf} over half`,
    );
  }
  for (const id of ['horoscope/weekly-horoscope', 'horoscope/monthly-horoscope']) {
    const handler = await loadHandler(id);
    const answers = await Promise.all(sameSign.map((one) => readOn(handler, { ...one, language })));
    const { mean, most } = measureSharing(answers.map(({ reading }) => reading));
    console.log(`  ${id}, four births of one sign: ${percent(mean)} shared on average, ${percent(most)} at most`);
  }
}

const [asked] = process.argv.slice(2);
for (const language of asked ? [asked] : packs.languages) await measure(language);
