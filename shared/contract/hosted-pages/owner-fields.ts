import { LONGEST_LABEL } from '../bounds.js';
import { errors } from '../errors.js';
import { object, optional, text, webAddress } from '../fields.js';
import { slugField } from './slugs.js';

/** What owners say of an experience beside what it shows, when it is made and when it is edited. */
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

/** Why a page may be reported. */
export const reportReasons = ['phishing', 'malware', 'spam', 'illegal', 'offensive', 'other'] as const;
