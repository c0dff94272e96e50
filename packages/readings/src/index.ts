export type {
  BirthFacts,
  BirthParts,
  BirthSky,
  ChineseDay,
  ChineseYear,
  EventFacts,
  MinorFacts,
  NameFacts,
  NameLetters,
  SlowFacts,
  Transit,
} from './facts.js';
export type { Rhythm } from './kinds/biorhythm.js';
export type { ChallengeTime } from './kinds/challenge-numbers.js';
export type { AnimalRelation, ElementRelation } from './kinds/chinese-year-forecast.js';
export type { Contact, Couple, Half, Scores } from './kinds/compatibility.js';
export type { DailyFacts, Tone } from './kinds/daily-horoscope.js';
export type { KeyDate, Lunation, MonthlyFacts } from './kinds/monthly-horoscope.js';
export type { MoonFacts } from './kinds/moon-phase-report.js';
export { findMeaning, showReduction } from './kinds/numbers.js';
export type { Card, DrawnCard, Position, Spread, Suit, TarotFacts } from './kinds/tarot-reading.js';
export type { WeeklyFacts } from './kinds/weekly-horoscope.js';
export type { ProfileFacts } from './kinds/zodiac-profile.js';
export {
  type FactsOf,
  getPhrases,
  languages,
  loadPacks,
  type ReadingKind,
  type ReadingOf,
  writeReading,
} from './write-reading.js';
