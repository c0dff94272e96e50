import { readFileSync } from 'node:fs';
import { Marked } from 'marked';
import { projectFile } from '../../shared/process/project-file.js';

/** Links of the file lead into the source, which is not here; what they say stays. */
const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      const id = text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ tokens }) {
      return this.parser.parseInline(tokens);
    },
    // Nothing of the file is taken for HTML.
    html({ text }) {
      return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    },
  },
});

/** What CHANGELOG.md says, as HTML without its title. */
export function changelogHtml(): string {
  const source = readFileSync(projectFile('CHANGELOG.md'), 'utf8').replace(/^# .*\n/, '');
  return marked.parse(source, { async: false });
}
