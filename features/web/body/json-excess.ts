/** Limits of a JSON text. */
interface JsonBounds {
  readonly levels: number;
  readonly values: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const LIST_OPENS = 0x5b;
const BACKSLASH = 0x5c;
const LIST_CLOSES = 0x5d;
const OBJECT_OPENS = 0x7b;
const OBJECT_CLOSES = 0x7d;
const LAST_BLANK = 0x20;

/**
 * Finds the bound that a JSON text exceeds, in one pass over its bytes that allocates nothing and ends at the excess. Text that is not JSON
 * takes no longer, and is refused by the parser afterwards.
 *
 * A value is the text itself, whatever follows a colon, or an item of a list (RFC 8259).
 */
export function findExceededBound(json: Uint8Array, bounds: JsonBounds): keyof JsonBounds | undefined {
  const isList = new Uint8Array(bounds.levels + 1);
  let level = 0;
  let values = 1;
  let listJustOpened = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (byte <= LAST_BLANK) continue;
    if (listJustOpened && byte !== LIST_CLOSES) values++;
    listJustOpened = false;
    switch (byte) {
      case QUOTE:
        at = findEndOfString(json, at);
        break;
      case COLON:
        values++;
        break;
      case COMMA:
        values += isList[level] ?? 0;
        break;
      case LIST_OPENS:
      case OBJECT_OPENS:
        level++;
        if (level > bounds.levels) return 'levels';
        listJustOpened = byte === LIST_OPENS;
        isList[level] = Number(listJustOpened);
        break;
      case LIST_CLOSES:
      case OBJECT_CLOSES:
        level = Math.max(0, level - 1);
    }
    if (values > bounds.values) return 'values';
  }
  return undefined;
}

/** Length within which most strings end, in bytes. For longer ones, such as files in base64, `indexOf` is many times faster. */
const NEAR = 64;

/** Finds the end of the string that begins at a quote. */
function findEndOfString(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length) {
    const near = Math.min(json.length, at + NEAR);
    while (at < near && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
    if (at < near) return at;
    const quote = json.indexOf(QUOTE, at);
    if (quote < 0) return json.length;
    let escapes = quote;
    while (escapes > at && json[escapes - 1] === BACKSLASH) escapes--;
    if ((quote - escapes) % 2 === 0) return quote;
    at = quote + 1;
  }
  return at;
}
