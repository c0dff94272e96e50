import { NodeHtmlMarkdown } from 'node-html-markdown';

/** What is there for browsers only: forms, buttons, charts with a table behind them, and links up or of a heading to itself. */
const FOR_BROWSERS =
  /<details class="try">.*?<\/form>.*?<\/details>|<figure class="days">.*?<\/figure>|<p class="up">.*?<\/p>|<a class="anchor".*?<\/a>/gs;
/** Snippets say the same in several languages; readers of Markdown are given the first. */
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

/** What a page of the documentation says, as Markdown. Its links are whole addresses, those of pages lead to their Markdown. */
export function markdownOf(page: string, baseUrl: string): string {
  const [, content = ''] = CONTENT.exec(page) ?? [];
  const prepared = content
    .replace(FOR_BROWSERS, '')
    .replace(OTHER_LANGUAGES, '')
    .replace(/(<pre data-language="curl"[^>]*>)<code>/g, '$1<code class="language-sh">')
    .replace(/<var>(.*?)<\/var>/g, '{$1}')
    .replace(/<\/span>\s*<span class="(?:type|required)">/g, ', ')
    .replace(/ href="(\/docs[\w/-]*|\/status)(?:\.md)?/g, ' href="$1.md')
    .replace(/ href="\//g, ` href="${baseUrl}/`);
  // Addresses need no escape for underscores, which are in those of errors.
  return `${converter.translate(prepared).replaceAll('%5F', '_').trim()}\n`;
}
