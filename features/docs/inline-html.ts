import { escapeUTF8 } from 'entities';
import { Marked } from 'marked';

const marked = new Marked({ renderer: { html: ({ text }) => escapeUTF8(text) } });

/** Renders a line of Markdown, such as a description in a contract, as HTML. HTML in it is shown as text. */
export const inlineHtml = (text: string): string => marked.parseInline(text, { async: false });
