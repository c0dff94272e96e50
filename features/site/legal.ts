import { readFileSync } from 'node:fs';
import { escapeUTF8 } from 'entities';
import { Marked } from 'marked';
import { type Config, ConfigError } from '../../shared/process/config.js';
import type { PageEntry } from '../docs/index.js';

/** A page whose text the operator supplies. */
interface LegalPage extends PageEntry {
  readonly html: string;
}

const pages = [
  { setting: 'TERMS_FILE', path: '/terms', title: 'Terms of service', summary: 'The terms of this service' },
  { setting: 'PRIVACY_FILE', path: '/privacy', title: 'Privacy policy', summary: 'How this service handles your data' },
] as const;

/**
 * Reads the terms and the privacy policy from the Markdown files of the settings.
 *
 * @throws ConfigError when a file cannot be read
 */
export const readLegalPages = (config: Pick<Config, (typeof pages)[number]['setting']>): LegalPage[] =>
  pages.flatMap(({ setting, ...entry }) => {
    const file = config[setting];
    return file ? [{ ...entry, html: renderLegal(readText(setting, file), entry.title) }] : [];
  });

function readText(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`${setting} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** Renders Markdown as HTML, with a title if it has none. HTML in it is shown as text. */
function renderLegal(source: string, title: string): string {
  const marked = new Marked({ renderer: { html: ({ text }) => escapeUTF8(text) } });
  const html = marked.parse(source, { async: false });
  return html.includes('<h1>') ? html : `<h1>${escapeUTF8(title)}</h1>\n${html}`;
}
