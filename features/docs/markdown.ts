import { NodeHtmlMarkdown } from 'node-html-markdown';

/** Forms, labels of buttons, charts with a table behind them, tables of contents, and links up or of a heading to itself. */
const FOR_BROWSERS =
  /<details class="try">.*?<\/form>.*?<\/details>|<figure class="days">.*?<\/figure>|<nav class="toc".*?<\/nav>|<p class="up">.*?<\/p>|<(a|span) class="(?:anchor|plain-label)".*?<\/\1>/gs;
/** Snippets say the same in several languages. Readers of Markdown get the first. */
const OTHER_LANGUAGES = /<pre data-language="(?!curl")[^>]*>.*?<\/pre>/gs;

const converter = new NodeHtmlMarkdown(
  {
    bulletMarker: '-',
    maxConsecutiveNewlines: 2,
    useInlineLinks: false,
    ignore: ['button', 'img', 'svg'],
    // Underscores inside words need no escape, and most words with one are names of fields.
    globalEscape: [/[\\`*[\]]/g, '\\$&'],
  },
  { summary: { prefix: '#### ', surroundingNewlines: 2 } },
);

const CONTENT = /<main[^>]*>(.*)<\/main>/s;

/** Path of the Markdown of a page. */
export const markdownPath = ({ path }: { path: string }): string => `${path}.md`;

/** Converts a page to Markdown. Its links are absolute, those to pages lead to their Markdown. */
export function toMarkdown(page: string, baseUrl: string): string {
  const [, content = ''] = CONTENT.exec(page) ?? [];
  const prepared = content
    .replace(FOR_BROWSERS, '')
    .replace(OTHER_LANGUAGES, '')
    .replace(/(<pre data-language="curl"[^>]*>)<code>/g, '$1<code class="language-sh">')
    .replace(/<var>(.*?)<\/var>/g, '{$1}')
    .replace(/<\/span>\s*<span class="(?:type|required)">/g, ', ')
    .replace(/ href="(\/docs[\w/-]*|\/status|\/clients(?!\/))(?:\.md)?/g, ' href="$1.md')
    .replace(/ href="\//g, ` href="${baseUrl}/`);
  // URLs need no escape for underscores, which are in those of errors.
  return `${converter
    .translate(prepared)
    .replaceAll('%5F', '_')
    .replace(/^(#.*?) +$/gm, '$1')
    .trim()}\n`;
}
