import { readFileSync } from 'node:fs';
import { escapeUTF8 } from 'entities';
import { Marked } from 'marked';
import { projectFile } from '../../shared/process/project-file.js';

/** What CHANGELOG.md says, as HTML without its title. */
export function changelogHtml(): string {
  const source = readFileSync(projectFile('CHANGELOG.md'), 'utf8').replace(/^# .*\n/, '');
  return reader().parse(source, { async: false });
}

/** A reader for one text: what stands under a version is named with it, as each version has the same headings. */
function reader(): Marked {
  let version = '';
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
        if (depth === 2) version = id;
        return `<h${depth} id="${depth === 2 ? id : `${version}-${id}`}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // Links lead into the source, which is not here; what they say stays.
      link({ tokens }) {
        return this.parser.parseInline(tokens);
      },
      // Nothing is taken for HTML.
      html({ text }) {
        return escapeUTF8(text);
      },
    },
  });
}
