import { LONGEST_LABEL } from '../bounds.js';
import { errors } from '../errors.js';
import { object, optional, text, webAddress } from '../fields.js';

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
    'A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away',
});

/** Fields that an owner sets besides the content of a page, when creating and when editing it. */
export const ownerFields = {
  label: optional(text({ minLength: 0, maxLength: LONGEST_LABEL, description: 'What you know it by' })),
  slug: optional(slugField),
  targets: optional(
    object(
      {
        ios: optional(webAddress('Where iPhones and iPads are sent on to')),
        android: optional(webAddress('Where Android phones are sent on to')),
      },
      { description: 'Where phones are sent on to, whatever all others are shown' },
    ),
  ),
};

/** Errors of a slug beyond its format. */
export const slugErrors = [errors.slugTaken, errors.slugReserved, errors.slugLikeCode, errors.slugBlocked];

/** Reasons for which a visitor can report a page. */
export const reportReasons = ['phishing', 'malware', 'spam', 'illegal', 'offensive', 'other'] as const;
