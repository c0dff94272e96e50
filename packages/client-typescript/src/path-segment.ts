import { InvalidValueError } from './errors.js';

/**
 * Returns an id as one segment of a path.
 *
 * @throws InvalidValueError for an id that URLs read as another path: an empty one, `.` and `..`, which no encoding changes
 */
export function pathSegment(id: unknown): string {
  const text = String(id ?? '');
  if (/^\.{0,2}$/.test(text)) throw new InvalidValueError(`"${text}" is not an id`);
  return encodeURIComponent(text);
}
