// The names that the contracts of the horoscope share with what calculates and reads the sky and the calendar.

export const signs = [
  'aries',
  'taurus',
  'gemini',
  'cancer',
  'leo',
  'virgo',
  'libra',
  'scorpio',
  'sagittarius',
  'capricorn',
  'aquarius',
  'pisces',
] as const;

export const moonPhases = [
  'new_moon',
  'waxing_crescent',
  'first_quarter',
  'waxing_gibbous',
  'full_moon',
  'waning_gibbous',
  'last_quarter',
  'waning_crescent',
] as const;

export const eclipses = [
  'total_solar',
  'annular_solar',
  'partial_solar',
  'total_lunar',
  'partial_lunar',
  'penumbral_lunar',
] as const;

export const spreads = ['single', 'three', 'celtic_cross'] as const;

export const chineseAnimals = [
  'rat',
  'ox',
  'tiger',
  'rabbit',
  'dragon',
  'snake',
  'horse',
  'goat',
  'monkey',
  'rooster',
  'dog',
  'pig',
] as const;

export const chineseElements = ['wood', 'fire', 'earth', 'metal', 'water'] as const;

export const biorhythmCycles = ['physical', 'emotional', 'intellectual'] as const;
