import type { ErrorName, Explanation } from './explanation.js';

/** Errors that single endpoints name, those of QR codes and pages apart. */
export const ofEndpoints = {
  signOrBirthDateRequired: {
    cause: 'The request says neither which sign it is about, nor when somebody was born.',
    remedy:
      'Send `sign`, such as `leo`, or `birth_date` as YYYY-MM-DD. With both, `sign` decides and the reading is personal.',
  },
  bothSidesRequired: {
    cause: 'Compatibility needs two people, and one of them has neither a sign nor a birth date.',
    remedy: 'Send `sign_a` or `birth_date_a`, and `sign_b` or `birth_date_b`.',
  },
  birthYearOrDateRequired: {
    cause: 'The animal of a year cannot be told without a year.',
    remedy: 'Send `birth_date`, which heeds when that lunar year began, or `birth_year`.',
  },
  birthDateRequired: {
    cause: 'The number is calculated from a birth date, and there is none.',
    remedy: 'Send `birth_date` as YYYY-MM-DD.',
  },
  fullNameRequired: {
    cause: 'The number is calculated from the letters of a name, and there is none.',
    remedy: 'Send `full_name`: first, middle and last name as given at birth.',
  },
  fullNameWithoutLetters: {
    cause: 'Nothing in `full_name` is a letter, or can be written in Latin letters.',
    remedy: 'Send the name itself. Accents and other scripts are understood; digits and emoji alone are not.',
  },
  spreadUnknown: {
    cause: '`spread` is a word that names no spread.',
    remedy: 'Send `single`, `three` or `celtic_cross`, or leave it out for three cards.',
  },
  dateOutOfRange: {
    cause: 'The positions of the sky are calculated for the years 1800 to 2200 only.',
    remedy: 'Send a date in these years. A two-digit year is not completed.',
    example: { field: 'birth_date' },
  },
  birthAfterDate: {
    cause: 'The day that is asked about lies before the birth.',
    remedy: 'Look whether the two dates have changed places.',
  },
  placeUnknown: {
    cause: 'No city of this name is among the 135,000 that are known.',
    remedy:
      'Send the name of a larger town nearby, with its country (`Springfield, US`), or coordinates (`48.14,11.58`).',
    example: { place: 'Atlantis' },
  },
  coordinatesOutOfRange: {
    cause: 'The two numbers are no place on earth. Often longitude and latitude have changed places.',
    remedy: 'Send the latitude first, with a point as decimal separator: `48.14,11.58`.',
  },

  missingTopic: {
    cause: 'There is nothing to write about: `topic` is missing or blank.',
    remedy: 'Send `topic`. Its first 120 characters count.',
  },
  topicRefused: {
    cause:
      'The text asks for what does harm by itself: how to make weapons or drugs, the sexualisation of minors, ways to ' +
      'suicide, praise of genocide, the harassment of somebody who is named.',
    remedy:
      'Write about the subject instead of asking for the harm: its history, its prevention, those who live with it. If ' +
      'you are in danger yourself, call your local emergency number.',
    example: { field: 'topic' },
  },

  missingChannel: {
    cause: 'The request does not say which channel is meant.',
    remedy: 'Send `channel`: an id, a handle such as `@name`, or the channel’s URL.',
  },
  missingQuery: {
    cause: 'The request does not say what to look for.',
    remedy: 'Send `query`.',
  },
  invalidLimit: {
    cause: '`limit` is not a whole number from 1 to 50.',
    remedy: 'Send a number in these bounds, or leave it out.',
  },
  invalidOrder: {
    cause: '`order` is a word that names no order.',
    remedy: 'Send one of the words that the reference of the endpoint lists, or leave it out.',
  },
  invalidDates: {
    cause: '`after` or `before` is no date, or the first is later than the second.',
    remedy: 'Send YYYY-MM-DD, or an instant such as `2026-01-31T12:00:00Z`.',
  },
  channelUnresolved: {
    cause: 'The platform knows no channel of this id, handle or address.',
    remedy:
      'Compare it with the address of the channel’s page. On synthetic data, names that contain `unknown` are not found.',
  },
  channelNotFound: {
    cause: 'The platform knows no such channel, or the channel has no picture of the size that was asked for.',
    remedy: 'Compare it with the address of the channel’s page, or ask for another size.',
  },
  noRecentVideos: {
    cause: 'The channel has published nothing in the time that is audited, by default the last year.',
    remedy: 'Send an earlier `after`.',
  },
  missingQ: {
    cause: 'The request does not say what to look for.',
    remedy: 'Send `q`.',
  },

  missingEmail: {
    cause: 'There is no address to check.',
    remedy: 'Send `email`. A mistyped address is not an error: it is answered with a low score.',
  },
  missingUserAgent: {
    cause: 'There is no user agent to look at: the field `ua` is missing, and so is the header of your request.',
    remedy: 'Send `ua`. Some HTTP libraries send no `User-Agent` unless they are told to.',
  },

  countryCodeInvalid: {
    cause: '`country_code` does not consist of two letters.',
    remedy: 'Send the code of ISO 3166, such as `DE`: neither a name nor three letters.',
  },
  countryRequired: {
    cause: 'Profile and rates are those of a country, and none is named.',
    remedy: 'Send `country_code`. The action `list-countries` has all of them.',
  },
  countryUnknown: {
    cause: 'There is no country with this code among those whose rates are known.',
    remedy: 'Look it up with the action `list-countries`, or send `vat_rate` yourself.',
    example: { country: 'ZZ' },
  },
  amountInvalid: {
    cause: 'An amount cannot be read as a number.',
    remedy: 'Send a number, or text such as `1234.56` or `1.234,56`, without currency.',
    example: { field: 'net' },
  },
  amountTooLarge: {
    cause: 'An amount, or one that follows from it, is too large to be exact to the cent in JSON.',
    remedy: 'Look for a decimal separator that is missing.',
    example: { field: 'net', limit: '1000000000000' },
  },
  vatRateOutOfRange: {
    cause: '`vat_rate` is not a percentage. Nineteen percent is `19`, not `0.19`.',
    remedy: 'Send a number from 0 to 100.',
  },

  pairsRequired: {
    cause: 'The request does not say which rates are wanted.',
    remedy: 'Send `from` and `to`, or `pairs` as a list of such pairs, 20 at most.',
  },
  exchangeRateUnavailable: {
    cause: 'One of the two codes is no currency that is quoted, or no source has had a rate of it for 24 hours.',
    remedy: 'Look both codes up with [currencies](/docs/currency#currencies), which lists all that are known.',
    example: { from: 'EUR', to: 'QQQ' },
  },
  dateRangeTooLong: {
    cause: 'There is more than a year between `start_date` and `end_date`.',
    remedy: 'Ask for a year at a time.',
  },
  dateRangeReversed: {
    cause: '`start_date` is later than `end_date`. The latter is today when it is not sent.',
    remedy: 'Look whether the two have changed places.',
  },
  dateInFuture: {
    cause: 'There are no rates of days to come. Days are those of UTC.',
    remedy: 'Send a date up to today, or leave it out.',
    example: { field: 'end_date' },
  },

  musicFieldRequired: {
    cause: 'Each action needs fields of its own, and one of them is missing.',
    remedy:
      'Send the field that the message names. The [reference](/docs/music#chart-data) says which action needs which.',
    example: { field: 'trend', action: 'get-daily-chart' },
  },
  musicDenied: {
    cause: 'The provider of the charts refused this platform: its plan does not include what was asked for.',
    remedy: 'Ask for something else, or ask the operator, whose plan with the provider decides what there is.',
    example: { provider: 'Music charts' },
  },
} satisfies Partial<Record<ErrorName, Explanation>>;
