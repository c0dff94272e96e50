import { describe } from '../shared/contract/coerce.js';
import { settings } from '../shared/process/config.js';

/** Renders all settings as the Markdown table of the README. */
export function settingsTable(): string {
  const rows = Object.entries(settings).map(([name, schema]) => {
    const { description, default: fallback } = { description: '', default: '', ...schema };
    const value = String(fallback) === '' ? '' : `\`${fallback}\``;
    return `| \`${name}\` | ${value} | ${describe(schema)} | ${description.replaceAll('|', '\\|')} |`;
  });
  return ['| setting | default | kind | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

const TABLE = /(<!-- settings:.*?-->\n).*?(\n?<!-- \/settings -->)/s;

/** Replaces the table of settings in the README. */
export const withSettings = (readme: string): string =>
  readme.replace(TABLE, (_, before: string, after: string) => before + settingsTable() + after);
