import type { Composition } from './compose/compose.js';
import type { Phrases } from './compose/pack.js';
import { createNames, type Names, type Words, wordsFor } from './compose/words.js';
import * as biorhythm from './kinds/biorhythm.js';
import * as challengeNumbers from './kinds/challenge-numbers.js';
import * as chineseYearForecast from './kinds/chinese-year-forecast.js';
import * as chineseZodiac from './kinds/chinese-zodiac.js';
import * as compatibility from './kinds/compatibility.js';
import * as dailyHoroscope from './kinds/daily-horoscope.js';
import * as expressionNumber from './kinds/expression-number.js';
import * as lifepathNumber from './kinds/lifepath-number.js';
import * as monthlyHoroscope from './kinds/monthly-horoscope.js';
import * as moonPhaseReport from './kinds/moon-phase-report.js';
import * as numerologicalNumbers from './kinds/numerological-numbers.js';
import * as personalDay from './kinds/personal-day.js';
import * as personalMonth from './kinds/personal-month.js';
import * as personalYear from './kinds/personal-year.js';
import * as personalityNumber from './kinds/personality-number.js';
import * as soulUrgeNumber from './kinds/soul-urge-number.js';
import * as subconsciousSelfNumber from './kinds/subconscious-self-number.js';
import * as tarotReading from './kinds/tarot-reading.js';
import * as weeklyHoroscope from './kinds/weekly-horoscope.js';
import * as zodiacProfile from './kinds/zodiac-profile.js';
import { packs } from './packs.js';

const modules = {
  biorhythm,
  challenge_numbers: challengeNumbers,
  chinese_year_forecast: chineseYearForecast,
  chinese_zodiac: chineseZodiac,
  compatibility,
  daily_horoscope: dailyHoroscope,
  expression_number: expressionNumber,
  lifepath_number: lifepathNumber,
  monthly_horoscope: monthlyHoroscope,
  moon_phase_report: moonPhaseReport,
  numerological_numbers: numerologicalNumbers,
  personal_day: personalDay,
  personal_month: personalMonth,
  personal_year: personalYear,
  personality_number: personalityNumber,
  soul_urge_number: soulUrgeNumber,
  subconscious_self_number: subconsciousSelfNumber,
  tarot_reading: tarotReading,
  weekly_horoscope: weeklyHoroscope,
  zodiac_profile: zodiacProfile,
};

/** Name of a kind of reading. */
export type ReadingKind = keyof typeof modules;

/** Facts that a kind of reading is written from. */
export type FactsOf<Kind extends ReadingKind> = Parameters<(typeof modules)[Kind]['writeTexts']>[0];

/** Texts of a kind of reading. */
export type ReadingOf<Kind extends ReadingKind> = ReturnType<(typeof modules)[Kind]['writeTexts']>;

/** Module of a kind: what its lines are chosen by, and the texts that they make up. */
interface Writer<Facts, Reading> {
  buildComposition(facts: Facts, names: Names): Composition;
  writeTexts(facts: Facts, words: Words): Reading;
}

const writers: { readonly [Kind in ReadingKind]: Writer<FactsOf<Kind>, ReadingOf<Kind>> } = modules;

/** Codes of the languages that readings are written in, in order. */
export const { languages } = packs;

/**
 * Writes a reading. The same facts give the same texts.
 *
 * @param language code of a language, such as `pt` or `pt-BR`; English if there is no pack for it
 */
export function writeReading<Kind extends ReadingKind>(
  kind: Kind,
  facts: FactsOf<Kind>,
  language: string,
): ReadingOf<Kind> {
  const { forMinors, ...pack } = packs.of(language);
  const suited = ('minor' in facts && forMinors) || pack;
  const writer: Writer<FactsOf<Kind>, ReadingOf<Kind>> = writers[kind];
  return writer.writeTexts(facts, wordsFor(suited, writer.buildComposition(facts, createNames(suited))));
}

/** Returns the names of signs, cards and numbers in a language, and the language itself: English if there is no pack for it. */
export function getPhrases(language: string): Phrases {
  const { language: spoken, phrases, joins } = packs.of(language);
  return { language: spoken, phrases, joins };
}

/** Reads the packs of all languages, so that the first reading of each need not wait for its pack. */
export function loadPacks(): void {
  for (const language of languages) packs.of(language);
}
