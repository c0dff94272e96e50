import removeMarkdown from 'remove-markdown';
import { cleanLines } from './clean.js';

/** Longest answer that is looked at, in UTF-16 units; nothing we serve is near that. */
const READ = 14_000;

/** Beginnings by which a model introduces its answer instead of giving it. */
const PREAMBLE =
  /^(?:(?:sure|certainly|of course|absolutely|okay|ok|great|claro|por supuesto|desde luego|bien sûr|certainement|voici|natürlich|gerne?|selbstverständlich|certo|certamente|com certeza|ecco|aquí|aqui|here|hier|as an ai)\b[^\n]{0,160}[:!]|(?:i hope|espero|j'espère|ich hoffe|spero)\b[^\n]{0,160})[ \t]*$/i;

/** The same on the line of the answer itself: "Sure! Here is your title: …". */
const LEAD_IN =
  /^(?:(?:sure|certainly|of course|absolutely|okay|claro|bien sûr|natürlich|gerne?|certo|certamente|com certeza)\s*[!,.]\s*)?(?:here(?:'s| is| are)|aquí (?:está|tienes|va)|voici|hier (?:ist|sind)|ecco(?: a te)?|aqui (?:está|vai)|segue)\b[^:\n]{0,80}:\s*/i;

/** A label before the text: "Title:", "**Description**:". */
const LABEL =
  /^(?:video )?(?:title|description|comment|script|post|título|titre|titel|titolo|descripción|descrição|descrizione|beschreibung|comentario|comentário|commentaire|kommentar|commento|guion|roteiro|drehbuch|skript|copione)\s*[:：]\s*/i;

const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '«': '»',
  '„': '“',
  '‘': '’',
  '`': '`',
};

/**
 * The text that was asked for, whatever a writer wrapped around it: markdown, HTML, links, quotes, introductions,
 * labels, farewells, placeholders such as [your name]. Line ends are kept.
 */
export function plainText(raw: string): string {
  const cleaned = cleanLines(unfenced(raw.slice(0, READ)));
  const bare = removeMarkdown(tamed(cleaned), { stripListLeaders: false })
    .replace(/[*_]{2,}|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)|`+|~~/g, '')
    .replace(/^\s{0,3}(?:#{1,6} +|> ?)/gm, '')
    .replace(/^[ \t]*[-*+] +/gm, '• ')
    .replace(/^\s*(?:[-=_*]{3,}|\|.*\|)\s*$/gm, '')
    .replace(/\[[^\]\n]{2,60}\]/g, '')
    .replace(/\{\{?[^{}\n]{0,60}\}?\}/g, '')
    .replace(/[^\S\n]+/g, ' ');
  return unquoted(unintroduced(bare))
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The same, for what is one line: only the first line with words is kept. */
export function plainLine(raw: string): string {
  const line = plainText(raw)
    .split('\n')
    .find((one) => /[\p{L}\p{N}]/u.test(one));
  return unquoted((line ?? '').replace(/^• /, '').replace(/\s+/g, ' ').trim());
}

/** Rows of signs made short and unclosed brackets left out: the markdown patterns take very long over them. */
const tamed = (text: string): string =>
  text.replace(/([[\](){}<>*_~`#|=-])\1{3,}/g, '$1$1$1').replace(/\[(?![^[\]\n]{0,300}\])/g, '');

/** What is inside a code fence, when there is one. */
const unfenced = (text: string): string => text.replace(/```[a-z]*\s*\n?([\s\S]*?)(?:```|$)/gi, '$1');

function unintroduced(text: string): string {
  const lines = text.trim().split('\n');
  while (lines.length > 1 && PREAMBLE.test((lines[0] ?? '').trim())) lines.shift();
  while (
    lines.length > 1 &&
    /^(?:i hope|let me know|espero|j'espère|ich hoffe|spero|fammi sapere)\b/i.test((lines.at(-1) ?? '').trim())
  ) {
    lines.pop();
  }
  return lines.join('\n').trim().replace(LEAD_IN, '').replace(LABEL, '').trim();
}

/** The text without quotes that enclose all of it. */
function unquoted(text: string): string {
  const close = QUOTES[text.charAt(0)];
  const inner = text.slice(1, -1);
  const encloses = close !== undefined && text.length > 2 && text.endsWith(close) && !inner.includes(close);
  return encloses ? unquoted(inner.trim()) : text;
}
