/** Type of the errors that the service returns. */
export const errorsFile = (types: readonly string[]): string =>
  `/** What an error can be, for programs. */\nexport type ErrorType = ${types.map((type) => `'${type}'`).join(' | ')};\n`;
