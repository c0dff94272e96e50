/** Addresses of mail and of sites, names of accounts, telephone numbers. */
const ADDRESS =
  /(?<![\w.])(?:[a-z\d-]+\.)+(?:com|net|org|info|example|xyz|shop|store|link|site|online|gg|tv|me|de|fr|es|it|br|pt)\b|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<![\w.])@\w{3,}|\+\d[\d ().-]{7,}\d|(?<!\d)0\d[\d ()/-]{8,}\d/gi;

/** A way to reach somebody in a text that is not in the other. */
export const unknownAddress = (text: string, known = ''): string | undefined =>
  text.match(ADDRESS)?.find((address) => !known.includes(address));
