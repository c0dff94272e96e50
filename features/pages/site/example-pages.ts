import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { errors } from '../../../shared/contract/errors.js';
import {
  type Block,
  type BlockType,
  blockProps,
  createBlock,
  isBlockType,
} from '../../../shared/contract/hosted-pages/blocks.js';
import { contentBlocks, isContentType, type PageType } from '../../../shared/contract/hosted-pages/page-types.js';
import { readFields } from '../../../shared/contract/input.js';
import { baseUrl } from '../../../shared/process/config.js';
import { asset, type FixedFile } from '../../web/index.js';
import { blockExamples, SAMPLES_URL } from './examples.js';
import { renderPage } from './render.js';
import { sendPage } from './send-page.js';
import type { SiteServices } from './services.js';

/** Sample pictures of the examples. */
export const samplePictures: readonly FixedFile[] = [1, 2, 3, 4].map((number) =>
  asset(`/assets/samples/${number}.svg`, `features/pages/site/samples/${number}.svg`),
);

/** Returns the path of the example page of a block. */
export const blockExamplePath = (type: BlockType): string => `/e/example/${type}`;

/** Returns the path of the example page of a type's content; undefined for a type that redirects visitors. */
export const typeExamplePath = (type: PageType): string | undefined =>
  isContentType(type) ? `/e/example/types/${type}` : undefined;

/** Mounts the examples of the documentation as pages. */
export function mountExamplePages(router: Router, limited: Middleware, { config, clock }: SiteServices): void {
  const base = baseUrl(config);
  const show = (ctx: Context, block: BlockType, type: PageType) => {
    const page = { version: 1 as const, language: 'en', blocks: [createExampleBlock(block, base)] };
    return sendPage(ctx, renderPage({ code: 'example', title: block, type, page }, { now: clock.now() }));
  };
  router.get('/e/example/:type', limited, (ctx) => {
    const { type } = ctx.params;
    if (!isBlockType(type)) throw errors.pathUnknown();
    return show(ctx, type, 'page');
  });
  router.get('/e/example/types/:type', limited, (ctx) => {
    const { type = '' } = ctx.params;
    if (!isContentType(type)) throw errors.pathUnknown();
    return show(ctx, contentBlocks[type], type);
  });
}

function createExampleBlock(type: BlockType, base: string): Block {
  const example = JSON.stringify(blockExamples[type]).replaceAll(SAMPLES_URL, `${base}/assets/samples/`);
  return createBlock(type, readFields(blockProps[type], JSON.parse(example), 422));
}
