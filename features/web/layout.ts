import { readFileSync } from 'node:fs';
import { Eta } from 'eta';
import { projectFile } from '../../shared/process/project-file.js';
import { asset, type FixedBytes, type FixedFile, picture, urlOf } from './fixed-file.js';

/** Fills in a template, named by its path without `.eta`. What is not marked as HTML there is escaped. */
export type Render = (template: string, view: object) => string;

/** Parts of pages that templates of every folder may include. */
const COMPONENTS = ['chart', 'field', 'story'];

const componentOf = (name: string): string => readFileSync(projectFile(`features/web/templates/${name}.eta`), 'utf8');

/**
 * The templates of a folder of the project.
 *
 * @param folder from the root of the project; templates name each other from here, e.g. `/frame`, and components as `@chart`
 */
export function templates(folder: string): Render {
  const eta = new Eta({ views: projectFile(folder), cache: true });
  for (const name of COMPONENTS) eta.loadTemplate(`@${name}`, componentOf(name));
  return (template, view) => eta.render(template, view);
}

const render = templates('features/web/templates');

/** The stylesheet of all pages that are ours (not a customer's). */
const stylesheet = asset('/assets/style.css', 'features/web/style.css');

/** The stylesheet of pages on which somebody works: the console and the portal. */
export const panelStyle = asset('/assets/panel.css', 'features/web/panel.css');

/** Asks before a button does what cannot be undone. */
export const askScript = asset('/assets/ask.js', 'features/web/browser/ask.js');

/** The icon of all our pages. */
const icon = asset('/assets/icon.svg', 'features/web/icon.svg');

/** For browsers that take no drawing, and for what looks for an icon where icons used to be. */
const smallIcon = picture('/favicon.ico', 'features/web/favicon.ico');

/** For home screens of phones. */
const largeIcon = picture('/assets/icon.png', 'features/web/icon.png');

/** What all our pages load. */
export const pageAssets: readonly (FixedFile | FixedBytes)[] = [
  ...[stylesheet, panelStyle, askScript],
  ...[icon, smallIcon, largeIcon],
];

interface Document {
  /** Text, shown in the browser's tab. */
  title: string;
  /** Text, for search engines and previews. */
  description?: string;
  /** HTML. */
  body: string;
  /** Where the same content is as Markdown. */
  markdown?: string | undefined;
  /** Stylesheets beyond the one of all pages. */
  styles?: readonly FixedFile[];
  /** Scripts that run before anything is shown, so that nothing moves when they are done. */
  early?: readonly FixedFile[];
  /** Modules that run when the page is there. */
  scripts?: readonly FixedFile[];
}

/** A whole HTML document around a body. */
export const htmlDocument = ({ styles = [], early = [], scripts = [], ...document }: Document): string =>
  render('document', {
    ...document,
    icons: { drawn: urlOf(icon), small: smallIcon.path, large: urlOf(largeIcon) },
    styles: [stylesheet, ...styles].map(urlOf),
    early: early.map(urlOf),
    scripts: scripts.map(urlOf),
  });
