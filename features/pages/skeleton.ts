/** Characters that are read as others, longest first. */
const CONFUSABLES: Readonly<Record<string, string>> = { rn: 'm', vv: 'w', 0: 'o', 1: 'l', i: 'l', 5: 's' };

/**
 * Computes the skeleton of a name, which is equal for names that look alike. Hyphens count between digits only, so that `table-1-1` and
 * `table-11` differ.
 *
 * @param name a slug or a code, in any letter case
 */
export const computeSkeleton = (name: string): string =>
  name
    .toLowerCase()
    .replace(/(?<!\d)-|-(?!\d)/g, '')
    .replace(/rn|vv|[01i5]/g, (sign) => CONFUSABLES[sign] ?? sign);
