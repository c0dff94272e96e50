import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type Router from '@koa/router';
import { projectFile } from '../../shared/process/project-file.js';

const YEAR_SECONDS = 31_536_000;

const asset = (file: string, path: string, type: string) => {
  const content = readFileSync(projectFile(`api/experience/${file}`), 'utf8');
  const version = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { path, type, content, address: `${path}?v=${version}` };
};

const style = asset('style.css', '/assets/page.css', 'css');
const script = asset('script.js', '/assets/page.js', 'js');

/** Addresses of what all hosted pages share; they change with the content, so that browsers may keep it. */
export const assets = { style: style.address, script: script.address };

/** Serves the style sheet and the script of hosted pages. */
export function pageAssets(router: Router): void {
  for (const { path, type, content } of [style, script]) {
    router.get(path, (ctx) => {
      ctx.type = type;
      ctx.set('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`);
      ctx.body = content;
    });
  }
}
