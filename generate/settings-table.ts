import { settingsTable } from '../admin/settings-table.js';

const TABLE = /(<!-- settings:.*?-->\n).*?(\n?<!-- \/settings -->)/s;

/** The README with the table of settings as it is today. */
export const withSettings = (readme: string): string =>
  readme.replace(TABLE, (_, before: string, after: string) => before + settingsTable() + after);
