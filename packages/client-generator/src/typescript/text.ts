export const camelCase = (words: readonly string[]): string =>
  words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');

export const pascalCase = (snakeCase: string): string =>
  snakeCase
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

export const docComment = (lines: readonly string[]): string =>
  ['/**', ...lines.map((line) => ` * ${line}`), ' */'].join('\n');

/** `PageDocument` → `pageDocument`. */
export const constantName = (type: string): string => type.charAt(0).toLowerCase() + type.slice(1);
