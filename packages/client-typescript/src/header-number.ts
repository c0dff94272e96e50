/** Returns the number in a header; undefined if there is none, or it is infinite. */
export function readNumber(headers: Headers, name: string): number | undefined {
  const text = headers.get(name)?.trim() ?? '';
  const value = Number(text);
  return text === '' || !Number.isFinite(value) ? undefined : value;
}

/** Returns the seconds in a header; undefined if there are none, or they are negative. */
export function readSeconds(headers: Headers, name: string): number | undefined {
  const seconds = readNumber(headers, name);
  return seconds === undefined || seconds < 0 ? undefined : seconds;
}
