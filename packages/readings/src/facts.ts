// Facts that several kinds of readings share. The application calculates them; a reading only says what they mean.

export type Sign =
  | 'aries'
  | 'taurus'
  | 'gemini'
  | 'cancer'
  | 'leo'
  | 'virgo'
  | 'libra'
  | 'scorpio'
  | 'sagittarius'
  | 'capricorn'
  | 'aquarius'
  | 'pisces';

export type Planet =
  | 'sun'
  | 'moon'
  | 'mercury'
  | 'venus'
  | 'mars'
  | 'jupiter'
  | 'saturn'
  | 'uranus'
  | 'neptune'
  | 'pluto';

export type Phase =
  | 'new_moon'
  | 'waxing_crescent'
  | 'first_quarter'
  | 'waxing_gibbous'
  | 'full_moon'
  | 'waning_gibbous'
  | 'last_quarter'
  | 'waning_crescent';

export type EclipseKind =
  | 'total_solar'
  | 'annular_solar'
  | 'partial_solar'
  | 'total_lunar'
  | 'partial_lunar'
  | 'penumbral_lunar';

/** Quality of an aspect: the planets meet, help or hinder one another. */
export type Quality = 'meet' | 'soft' | 'hard';

/**
 * A fact about people under age, absent for all others. Their love texts are about friends and family, and their
 * lines leave out what `minors` of a pack's language names.
 */
export interface MinorFacts {
  readonly minor?: true;
}

/** An eclipse, a station or an ingress as it concerns a sign. */
export interface EventFacts {
  readonly type: 'eclipse' | 'station' | 'ingress';
  /** YYYY-MM-DD, as all dates of facts. */
  readonly date: string;
  /** The sign that it happens in, and the house that this is for the reader's sign. */
  readonly sign: Sign;
  readonly house: number;
  readonly eclipse?: EclipseKind;
  readonly planet?: Planet;
  readonly motion?: 'retrograde' | 'direct';
}

/** A planet at an aspect to a point of the birth chart, on the day on which it is closest. */
export interface Transit {
  readonly planet: Planet;
  readonly point: 'sun' | 'moon' | 'mercury' | 'venus' | 'mars' | 'ascendant';
  readonly quality: Quality;
  readonly date: string;
}

/** Facts of a week or a month for one birth. */
export interface BirthFacts {
  /** All transits, the one that is felt most first. */
  readonly transits: readonly Transit[];
  /** Transits that a text may name: one for each planet and quality. */
  readonly distinct_transits: readonly Transit[];
  readonly venus: Sign;
  readonly mars: Sign;
  /** Only with a time of birth. */
  readonly moon?: Sign;
  /** House of a planet, counted from the rising sign; only with a time and a place of birth. */
  readonly house?: { readonly planet: Planet; readonly house: number };
}

/** Houses of the planets that stay for weeks, for a sign. */
export interface SlowFacts extends MinorFacts {
  readonly sign: Sign;
  readonly sun_house: number;
  readonly venus_house: number;
  readonly mars_house: number;
  readonly birth_date?: string;
}

/** Facts of the sky and the calendar at a birth, besides the signs of its sun, moon and ascendant. */
export interface BirthSky {
  readonly mercury: Sign;
  readonly venus: Sign;
  readonly mars: Sign;
  readonly jupiter: Sign;
  readonly saturn: Sign;
  /** Approximate phase of the moon. */
  readonly phase: Phase;
  readonly weekday: 'sunday' | 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday';
  /** The slower planets at an aspect to the sun, the closest first. */
  readonly aspects: readonly { readonly planet: Planet; readonly quality: Quality }[];
  /** Position of the sun in its sign, in whole degrees. */
  readonly degree: number;
  /** Sign of the decan that the sun stood in. */
  readonly decan: Sign;
}

export type ChineseAnimal =
  | 'rat'
  | 'ox'
  | 'tiger'
  | 'rabbit'
  | 'dragon'
  | 'snake'
  | 'horse'
  | 'goat'
  | 'monkey'
  | 'rooster'
  | 'dog'
  | 'pig';

export type ChineseElement = 'wood' | 'fire' | 'earth' | 'metal' | 'water';

/** A lunar year. */
export interface ChineseYear {
  /** The Gregorian year in which this lunar year begins. */
  readonly year: number;
  readonly animal: ChineseAnimal;
  readonly element: ChineseElement;
  readonly yinYang: 'yin' | 'yang';
}

/** Facts of the Chinese calendar for a day of birth, besides its year and month. */
export interface ChineseDay {
  /** Animal and element of the day itself, by its position in the cycle of sixty days (日柱). */
  readonly animal: ChineseAnimal;
  readonly element: ChineseElement;
  readonly yinYang: 'yin' | 'yang';
  readonly lunarDay: number;
  readonly lunarMonth: number;
  readonly season: 'spring' | 'summer' | 'autumn' | 'winter';
}

/** Facts of a name's letters, besides its numbers. Values are 1 to 9. */
export interface NameLetters {
  /** Value of the first letter. */
  readonly first_value: number;
  readonly first_vowel?: string;
  /** The most frequent value, and how many letters have it. Absent where several values are equally frequent. */
  readonly most_value?: number;
  readonly most_count?: number;
  /** Values that no letter has. */
  readonly missing: readonly string[];
  readonly initials: string;
  /** The initials, added and reduced. */
  readonly balance: number;
  /** The first name by itself, reduced. */
  readonly given: number;
  /** The last of several names by itself, reduced. */
  readonly family?: number;
}

/** A number of a name, with what tells apart two people who have the same. */
export type NameFacts = NameLetters & {
  readonly number: number;
  /** Sum of the letters before it was reduced. */
  readonly sum?: number;
};

/** Facts of a birth date, besides its numbers. */
export interface BirthParts {
  /** 1 to 12. */
  readonly month: number;
  /** The day of the month, reduced: 1 to 9, 11 or 22. */
  readonly day_number: number;
  /** The year, reduced. */
  readonly year_number: number;
  /** Month and day, added and reduced. */
  readonly attitude: number;
  /** Month, day and year, each reduced as for the life path. */
  readonly summands: readonly number[];
  /** Digits 1 to 9 that the date does not have. */
  readonly missing: readonly string[];
}
