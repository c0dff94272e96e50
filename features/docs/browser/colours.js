// Highlights code that scripts add to a page, like the code that the server rendered.
import Prism from './prism.js';

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Returns source code as highlighted HTML. */
export const highlight = (text, language) => {
  const grammar = Prism.languages[language];
  return grammar ? Prism.highlight(text, grammar, language) : escaped(text);
};

/** Returns JSON as an element in which URLs are links. */
export function linkedJson(value) {
  const code = document.createElement('code');
  code.innerHTML = highlight(JSON.stringify(value, null, 2), 'json');
  for (const token of code.querySelectorAll('.token.string')) {
    const url = webUrl(token.textContent);
    if (!url) continue;
    const link = document.createElement('a');
    link.href = url;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    link.textContent = token.textContent.slice(1, -1);
    token.replaceChildren('"', link, '"');
  }
  return code;
}

/** Returns the web URL that a JSON string holds, if it is one. */
function webUrl(json) {
  const text = JSON.parse(json);
  return /^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined;
}
