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
    'Readable name for a second public URL, beside the one with the code, e.g. trattoria-lucia; empty text removes it',
});

/** Fields that an owner sets besides the content of a page, when creating and when editing it. */
export const ownerFields = {
  label: optional(
    text({ minLength: 0, maxLength: LONGEST_LABEL, description: 'Your own name for the page; visitors do not see it' }),
  ),
  slug: optional(slugField),
  targets: optional(
    object(
      {
        ios: optional(webAddress('URL for iPhones and iPads')),
        android: optional(webAddress('URL for Android phones')),
      },
      { description: 'URLs to which phones are redirected instead of showing the page' },
    ),
  ),
};

/** Errors of a slug beyond its format. */
export const slugErrors = [errors.slugTaken, errors.slugReserved, errors.slugLikeCode, errors.slugBlocked];

/** Reasons for which a visitor can report a page. */
export const reportReasons = ['phishing', 'malware', 'spam', 'illegal', 'offensive', 'other'] as const;
