import type { Static } from 'typebox';
import {
  LONGEST_LABEL,
  LONGEST_PAGE_PASSWORD,
  MOST_RULES,
  MOST_SCANS,
  MOST_SHARES,
  MOST_WEIGHT,
  SHORTEST_PAGE_PASSWORD,
} from '../bounds.js';
import { errors } from '../errors.js';
import {
  countryCode,
  instantOrEmpty,
  integer,
  languageCode,
  list,
  named,
  object,
  oneOf,
  optional,
  text,
  time,
  timeZone,
  webAddress,
  withDefault,
} from '../fields.js';

/** Minimum and maximum length of a slug. */
const [SHORTEST, LONGEST] = [3, 48];

const SLUG = `^(?=.{${SHORTEST},${LONGEST}}$)[a-z0-9]+(-[a-z0-9]+)*$`;
const slugPattern = new RegExp(SLUG);

/** True if a text has the format of a slug. */
export const isSlug = (name: string): boolean => slugPattern.test(name);

/** A slug in a request; empty text removes it. */
export const slugField = text({
  minLength: 0,
  maxLength: LONGEST,
  pattern: `^$|${SLUG}`,
  shape: `${SHORTEST} to ${LONGEST} letters a–z, digits and single hyphens between them`,
  description:
    'Readable name for a second public URL, beside the one with the code, e.g. trattoria-lucia; empty text removes it',
  brief: 'For a readable URL, e.g. trattoria-lucia',
});

/** Kinds of devices, and systems of phones, that a rule can name. */
const ruleDevices = ['mobile', 'tablet', 'desktop', 'ios', 'android'] as const;

/** Days that a rule can name, Monday first. */
export const ruleDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const some = { minItems: 1 } as const;

export const targetRule = object({
  url: webAddress('URL to which matching visitors are redirected'),
  languages: optional(
    list(languageCode(), { ...some, maxItems: 50, description: 'Preferred languages of visitors (ISO 639-1)' }),
  ),
  countries: optional(
    list(countryCode(), { ...some, maxItems: 250, description: 'Countries of visitors (ISO 3166-1 alpha-2)' }),
  ),
  devices: optional(
    list(oneOf(ruleDevices), { ...some, maxItems: ruleDevices.length, description: 'Devices of visitors' }),
  ),
  days: optional(
    list(oneOf(ruleDays), { ...some, maxItems: ruleDays.length, description: 'Days of the week, in the time zone' }),
  ),
  from: optional(time({ description: 'Time from which the rule applies, in the time zone' })),
  until: optional(time({ description: 'Time until which the rule applies; a time before `from` is on the next day' })),
  timezone: withDefault(timeZone({ description: 'Time zone of days and times (IANA)' }), 'UTC'),
});

export type TargetRule = Static<typeof targetRule>;

export const targetShare = object({
  url: webAddress('URL to which this share of visitors is redirected'),
  weight: integer({ minimum: 1, maximum: MOST_WEIGHT, description: 'Weight of the share among all shares' }),
});

/** URLs to which visitors are redirected, by what is known of them. */
const pageTargets = named(
  'PageTargets',
  object(
    {
      ios: optional(webAddress('URL for iPhones and iPads')),
      android: optional(webAddress('URL for Android phones')),
      rules: optional(
        list(targetRule, {
          maxItems: MOST_RULES,
          description: 'Rules; all conditions of a rule must match, and the first rule that matches wins',
        }),
      ),
      shares: optional(
        list(targetShare, {
          maxItems: MOST_SHARES,
          description: 'Shares of the visitors to whom no rule and no phone URL applies; a visitor keeps their share',
        }),
      ),
    },
    {
      description:
        'URLs to which visitors are redirected instead of showing the page: rules, phones, shares; {} removes them',
      advanced: true,
    },
  ),
);

export type PageTargets = Static<typeof pageTargets>;

const endedNotice = object(
  {
    title: optional(text({ maxLength: 200, description: 'Title of the notice' })),
    message: optional(text({ maxLength: 2_000, description: 'Text of the notice' })),
    url: optional(webAddress('URL to which visitors are redirected instead')),
  },
  { description: 'What visitors get once the page has ended; {} restores the default notice', advanced: true },
);

export type EndedNotice = Static<typeof endedNotice>;

/** Fields that an owner sets besides the content of a page, when creating and when editing it. */
export const ownerFields = {
  label: optional(
    text({
      minLength: 0,
      maxLength: LONGEST_LABEL,
      description: 'Your own name for the page; visitors do not see it',
      advanced: true,
    }),
  ),
  slug: optional(slugField),
  targets: optional(pageTargets),
  valid_from: optional(
    instantOrEmpty({ description: 'Time at which the page opens; empty text removes it', advanced: true }),
  ),
  valid_until: optional(
    instantOrEmpty({ description: 'Time at which the page ends; empty text removes it', brief: 'ISO 8601 with zone' }),
  ),
  max_scans: optional(
    integer({
      minimum: 0,
      maximum: MOST_SCANS,
      description: 'Number of scans after which the page ends; bots are not counted. 0 removes the limit',
      advanced: true,
    }),
  ),
  ended: optional(endedNotice),
  password: optional(
    text({
      minLength: 0,
      maxLength: LONGEST_PAGE_PASSWORD,
      pattern: `^$|^[\\s\\S]{${SHORTEST_PAGE_PASSWORD},}$`,
      shape: `${SHORTEST_PAGE_PASSWORD} to ${LONGEST_PAGE_PASSWORD} characters`,
      description: 'Password that visitors must enter; only its hash is stored. Empty text removes it',
      brief: '',
    }),
  ),
};

const allOwnerFields = object(ownerFields);

export type OwnerFields = Static<typeof allOwnerFields>;

/** Errors of these fields beyond their format. */
export const ownerErrors = [
  errors.slugTaken,
  errors.slugReserved,
  errors.slugLikeCode,
  errors.slugBlocked,
  errors.targetIsOwnPage,
];

/** Reasons for which a visitor can report a page. */
export const reportReasons = ['phishing', 'malware', 'spam', 'illegal', 'offensive', 'other'] as const;
