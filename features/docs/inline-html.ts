import { escapeUTF8 } from 'entities';
import { Marked } from 'marked';

const marked = new Marked({ gfm: false, renderer: { html: ({ text }) => escapeUTF8(text) } });

/** Renders a line of Markdown, such as a description in a contract, as HTML. HTML and URLs in it stay text. */
export const inlineHtml = (text: string): string => marked.parseInline(text, { async: false });
