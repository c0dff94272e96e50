import { readFileSync } from 'node:fs';
import { escapeUTF8 } from 'entities';
import { Marked } from 'marked';
import { projectFile } from '../../shared/process/project-file.js';

/** Renders CHANGELOG.md as HTML, without its title. */
export function changelogHtml(): string {
  const source = readFileSync(projectFile('CHANGELOG.md'), 'utf8').replace(/^# .*\n/, '');
  // Each version has the same headings: their ids begin with the version.
  let version = '';
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
        if (depth === 2) version = id;
        return `<h${depth} id="${depth === 2 ? id : `${version}-${id}`}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // Links lead to source files, which the platform does not serve.
      link({ tokens }) {
        return this.parser.parseInline(tokens);
      },
      html({ text }) {
        return escapeUTF8(text);
      },
    },
  });
  return marked.parse(source, { async: false });
}
