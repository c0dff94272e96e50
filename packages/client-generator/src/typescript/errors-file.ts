/** The types of errors that the service tells of. */
export const errorsFile = (types: readonly string[]): string =>
  `/** What an error can be, for programs. */\nexport type ErrorType = ${types.map((type) => `'${type}'`).join(' | ')};\n`;
