const LONGEST_TEXT = 240;
const TEXT_SHOWN = 96;
const OBJECTS_SHOWN = 3;
const VALUES_SHOWN = 12;

/** A recorded answer short enough to read: long texts and lists say how much of them is left out. */
export function abbreviate(value: unknown): unknown {
  if (typeof value === 'string') return isOneWord(value) ? shorten(value) : value;
  if (Array.isArray(value)) {
    const shown = value.some((item) => typeof item === 'object') ? OBJECTS_SHOWN : VALUES_SHOWN;
    const items = value.slice(0, shown).map(abbreviate);
    return value.length > shown + 1 ? [...items, `… ${value.length - shown} more`] : value.map(abbreviate);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, abbreviate(field)]));
}

/** Images and the like as text; prose is left whole. */
const isOneWord = (text: string): boolean => text.length > LONGEST_TEXT && !text.includes(' ');

const shorten = (text: string): string =>
  `${text.slice(0, TEXT_SHOWN)}… ${(text.length - TEXT_SHOWN).toLocaleString('en')} more characters`;
