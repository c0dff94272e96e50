import { readFileSync } from 'node:fs';
import { Eta } from 'eta';
import { projectFile } from '../../shared/process/project-file.js';
import { type FixedFile, urlOf } from '../pages/fixed-file.js';
import { htmlDocument } from '../pages/layout.js';
import * as words from './words.js';

const eta = new Eta({ views: projectFile('api/operator/templates'), cache: true, autoTrim: [false, 'nl'] });

const asset = (name: string, type: string): FixedFile => ({
  path: `/assets/operator/${name}`,
  type,
  body: readFileSync(projectFile(`api/operator/browser/${name}`), 'utf8'),
});

const style = asset('console.css', 'css');
const script = asset('console.js', 'js');

/** The stylesheet and the script of the console. */
export const consoleAssets: readonly FixedFile[] = [style, script];

interface View {
  title: string;
}

const document = (title: string, body: string): string =>
  htmlDocument({ title, body, styles: [urlOf(style)], scripts: [urlOf(script)] });

/** A template of this folder, filled in, as a page without the console's menu. What is not marked as HTML is escaped. */
export const plainPage = <V extends View>(template: string, view: V): string =>
  document(view.title, eta.render('plain', { main: eta.render(template, { ...view, ...words }) }));

/** A page of the console: one template inside its frame. */
export const consolePage = <V extends View & { path: string; formToken: string }>(template: string, view: V): string =>
  document(view.title, eta.render('frame', { ...view, main: eta.render(template, { ...view, ...words }) }));
