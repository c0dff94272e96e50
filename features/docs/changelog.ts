import { readFileSync } from 'node:fs';
import { escapeUTF8 } from 'entities';
import { Marked } from 'marked';
import { projectFile } from '../../shared/process/project-file.js';

/** Renders the versions in CHANGELOG.md as HTML. */
export function changelogHtml(): string {
  const source = readFileSync(projectFile('CHANGELOG.md'), 'utf8').replace(/^.*?(?=^## )/ms, '');
  // Each version has the same headings: their ids begin with the version.
  let version = '';
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        if (depth === 2) version = text.split(' ', 1)[0] ?? '';
        const id = depth === 2 ? version : `${version}-${text.toLowerCase()}`;
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
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
