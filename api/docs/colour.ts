import Prism from 'prismjs';
import loadLanguages from 'prismjs/components/index.js';
import { escapeHtml } from '../pages/layout.js';

loadLanguages(['json', 'bash', 'javascript', 'typescript', 'python', 'php']);

/** Source text as HTML whose words are marked by what they are; the stylesheet gives them colours. */
export function coloured(source: string, language: string): string {
  const grammar = Prism.languages[language];
  return grammar ? Prism.highlight(source, grammar, language) : escapeHtml(source);
}
