import { text } from '../fields.js';

/** How short and how long the name may be that an owner gives to an experience. */
const [SHORTEST, LONGEST] = [3, 48];

const SLUG = `^(?=.{${SHORTEST},${LONGEST}}$)[a-z0-9]+(-[a-z0-9]+)*$`;
const pattern = new RegExp(SLUG);

/** Whether a text could be a slug. */
export const isSlug = (name: string): boolean => pattern.test(name);

/** A slug as it is sent; nothing at all takes one away. */
export const slugField = text({
  minLength: 0,
  maxLength: LONGEST,
  pattern: `^$|${SLUG}`,
  shape: `${SHORTEST} to ${LONGEST} letters a–z, digits and single hyphens between them`,
  description:
    'A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away',
});
