import { describe } from '../shared/contract/coerce.js';
import { settings } from '../shared/process/config.js';

/** All settings as a Markdown table: the one in the README. */
export function settingsTable(): string {
  const rows = Object.entries(settings).map(([name, schema]) => {
    const { description, default: fallback } = { description: '', default: '', ...schema };
    const value = String(fallback) === '' ? '' : `\`${fallback}\``;
    return `| \`${name}\` | ${value} | ${describe(schema)} | ${description.replaceAll('|', '\\|')} |`;
  });
  return ['| setting | default | kind | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

const TABLE = /(<!-- settings:.*?-->\n).*?(\n?<!-- \/settings -->)/s;

/** The README with the table of settings as it is today. */
export const withSettings = (readme: string): string =>
  readme.replace(TABLE, (_, before: string, after: string) => before + settingsTable() + after);
