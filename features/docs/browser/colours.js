// Colours source text as the pages do, for what is written while somebody reads.
import Prism from './prism.js';

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Source text as HTML. */
export const highlight = (text, language) => {
  const grammar = Prism.languages[language];
  return grammar ? Prism.highlight(text, grammar, language) : escaped(text);
};

/** JSON as HTML in which addresses are links. */
export function linkedJson(value) {
  const code = document.createElement('code');
  code.innerHTML = highlight(JSON.stringify(value, null, 2), 'json');
  for (const token of code.querySelectorAll('.token.string')) {
    const address = webAddress(token.textContent);
    if (!address) continue;
    const link = document.createElement('a');
    link.href = address;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    link.textContent = token.textContent.slice(1, -1);
    token.replaceChildren('"', link, '"');
  }
  return code;
}

/** The address that a JSON string is, if it is one of the web. */
function webAddress(json) {
  const text = JSON.parse(json);
  return /^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined;
}
