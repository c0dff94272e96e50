/** What JSON text may hold. */
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
 * Which bound a JSON text exceeds, told by one pass over its bytes that builds nothing and ends where the bound is
 * passed. Of text that is not JSON it says something as well, in the same time: parsing refuses it afterwards.
 *
 * A value is whatever stands behind a colon or is an item of a list, and the text itself (RFC 8259).
 */
export function jsonExcess(json: Uint8Array, bounds: JsonBounds): keyof JsonBounds | undefined {
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
        at = endOfText(json, at);
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

/** Most texts end within so many bytes. For a file in base64 the search that is built in is many times faster, once it has begun. */
const NEAR = 64;

/** Where the text that begins at a quote ends. */
function endOfText(json: Uint8Array, start: number): number {
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
