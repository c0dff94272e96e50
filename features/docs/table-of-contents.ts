/** Headings of a page, and the beginning of its first section. */
const HEADING = /<h2 id="([^"]+?)(?:-title)?"[^>]*>(.*?)<\/h2>/gs;
const FIRST_SECTION = /<(?:section|h2)\b/;
/** A page with fewer headings has no table of contents. */
const LEAST = 3;

/** Adds a table of contents to the content of a page, before its first section. */
export function addContents(main: string): string {
  const headings = [...main.matchAll(HEADING)].map(([, id = '', title = '']) => ({ id, title: toText(title) }));
  const at = main.search(FIRST_SECTION);
  if (headings.length < LEAST || at < 0) return main;
  const items = headings.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('');
  return `${main.slice(0, at)}<nav class="toc" aria-label="On this page"><p>On this page</p><ul>${items}</ul></nav>${main.slice(at)}`;
}

/** Returns a heading without its tags and its link to itself. */
const toText = (html: string): string =>
  html
    .replace(/<a class="anchor".*?<\/a>/gs, '')
    .replace(/<[^>]+>/g, '')
    .trim();
