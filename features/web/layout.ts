import { readFileSync } from 'node:fs';
import { Eta } from 'eta';
import { projectFile } from '../../shared/process/project-file.js';
import { asset, type FixedBytes, type FixedFile, picture, versionedUrl } from './fixed-file.js';

/** Renders a template, named by its path without `.eta`. Values are escaped unless the template marks them as HTML. */
export type Render = (template: string, view: object) => string;

/** Components that the templates of every folder may include. */
const COMPONENTS = ['chart', 'field', 'site-footer', 'site-nav', 'story', 'theme-button'];

/**
 * Loads the templates of a folder of the project.
 *
 * @param folder from the root of the project; templates name each other from here, e.g. `/frame`, and components as `@chart`
 */
export function templates(folder: string): Render {
  const eta = new Eta({ views: projectFile(folder), cache: true });
  for (const name of COMPONENTS)
    eta.loadTemplate(`@${name}`, readFileSync(projectFile(`features/web/templates/${name}.eta`), 'utf8'));
  return (template, view) => eta.render(template, view);
}

const render = templates('features/web/templates');

/** Stylesheet of all pages except the hosted pages of customers. */
const stylesheet = asset('/assets/style.css', 'features/web/style.css');

/** Stylesheet of the console and the portal. */
export const panelStyle = asset('/assets/panel.css', 'features/web/panel.css');

/** Script that asks for confirmation before a button does what cannot be undone. */
export const confirmScript = asset('/assets/ask.js', 'features/web/browser/ask.js');

/** Script that applies the theme chosen on the public site. */
export const themeScript = asset('/assets/theme.js', 'features/web/browser/theme.js');

/** Icon of all pages. */
const icon = asset('/assets/icon.svg', 'features/web/icon.svg');

/** Icon for browsers without support for SVG icons, and for programs that request the traditional path. */
const smallIcon = picture('/favicon.ico', 'features/web/favicon.ico');

/** Icon for the home screens of phones. */
const largeIcon = picture('/assets/icon.png', 'features/web/icon.png');

/** Files that all pages load. */
export const pageAssets: readonly (FixedFile | FixedBytes)[] = [
  ...[stylesheet, panelStyle, confirmScript, themeScript],
  ...[icon, smallIcon, largeIcon],
];

interface Document {
  /** Title in the browser's tab, as text. */
  title: string;
  /** Description for search engines and previews, as text. */
  description?: string;
  /** Absolute URL of a page that search engines index and people share. */
  url?: string | undefined;
  /** HTML. */
  body: string;
  /** URL of the same content as Markdown. */
  markdown?: string | undefined;
  /** Stylesheets beyond the one of all pages. */
  styles?: readonly FixedFile[];
  /** Scripts that run before the page is shown, so that nothing moves when they are done. */
  early?: readonly FixedFile[];
  /** Modules that run once the page has loaded. */
  scripts?: readonly FixedFile[];
}

/** Renders an HTML document around a body. */
export const renderDocument = ({ styles = [], early = [], scripts = [], ...document }: Document): string =>
  render('document', {
    ...document,
    icons: { drawn: versionedUrl(icon), small: smallIcon.path, large: versionedUrl(largeIcon) },
    styles: [stylesheet, ...styles].map(versionedUrl),
    early: early.map(versionedUrl),
    scripts: scripts.map(versionedUrl),
  });
