/** Type of the errors that the service returns. */
export const errorsFile = (types: readonly string[]): string =>
  `/** Type of an error, for programs. */\nexport type ErrorType = ${types.map((type) => `'${type}'`).join(' | ')};\n`;
