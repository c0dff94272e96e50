import { readFileSync } from 'node:fs';
import type Router from '@koa/router';
import { projectFile } from '../../shared/process/project-file.js';
import { type FixedFile, serveFixed, urlOf } from '../pages/fixed-file.js';
import { icon, stylesheet } from '../pages/layout.js';
import { docsSite } from './site.js';

const asset = (path: string, type: string, source: string): FixedFile => ({
  path,
  type,
  body: readFileSync(projectFile(source), 'utf8'),
});

const script = (name: string): FixedFile => asset(`/assets/docs/${name}.js`, 'js', `api/docs/browser/${name}.js`);

/** The documentation under `/docs`, the OpenAPI document, the Postman collection and the price list. */
export function docs(router: Router, baseUrl: string): void {
  const styles = [asset('/assets/docs/docs.css', 'css', 'api/docs/browser/docs.css')];
  const early = [script('language')];
  const scripts = ['page', 'search', 'try'].map(script);
  const { files, notFound } = docsSite(baseUrl, {
    styles: styles.map(urlOf),
    early: early.map(urlOf),
    scripts: scripts.map(urlOf),
  });
  for (const file of [stylesheet, icon, ...styles, ...early, ...scripts, ...files]) serveFixed(router, file);
  router.get('/', (ctx) => ctx.redirect('/docs'));
  router.get('/docs/*page', (ctx) => {
    ctx.status = 404;
    ctx.type = 'html';
    ctx.body = notFound.body;
  });
}
