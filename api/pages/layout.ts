import { readFileSync } from 'node:fs';
import { projectFile } from '../../shared/process/project-file.js';
import { type FixedFile, urlOf } from './fixed-file.js';

/** The stylesheet of all pages that are ours (not a customer's). */
export const stylesheet: FixedFile = {
  path: '/assets/style.css',
  type: 'css',
  body: readFileSync(projectFile('api/pages/style.css'), 'utf8'),
};

/** The icon of all our pages. */
export const icon: FixedFile = {
  path: '/assets/icon.svg',
  type: 'svg',
  body: readFileSync(projectFile('api/pages/icon.svg'), 'utf8'),
};

/** Text made safe to stand in HTML, also inside an attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

interface Document {
  /** Text, shown in the browser's tab. */
  title: string;
  /** Text, for search engines and previews. */
  description?: string;
  /** HTML. */
  body: string;
  /** URLs of stylesheets beyond the one of all pages. */
  styles?: readonly string[];
  /** URLs of scripts that run before anything is shown, so that nothing moves when they are done. */
  early?: readonly string[];
  /** URLs of modules that run when the page is there. */
  scripts?: readonly string[];
}

/** A whole HTML document around a body. */
export const htmlDocument = ({ title, description, body, styles = [], early = [], scripts = [] }: Document): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · utility-api</title>
${description ? `<meta name="description" content="${escapeHtml(description)}">` : ''}
<link rel="icon" href="${urlOf(icon)}">
${[urlOf(stylesheet), ...styles].map((url) => `<link rel="stylesheet" href="${url}">`).join('\n')}
${early.map((url) => `<script src="${url}"></script>`).join('\n')}
${scripts.map((url) => `<script type="module" src="${url}"></script>`).join('\n')}
</head>
<body>
${body}
</body>
</html>`;

/** A simple page: the name of the service above, the main part below. `title` is text, `main` is HTML. */
export const page = ({ title, main }: { title: string; main: string }): string =>
  htmlDocument({
    title,
    body: `<header class="bar"><a class="brand" href="/docs">utility-api</a></header>
<main class="single">${main}</main>`,
  });
