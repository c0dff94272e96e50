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
import { contentBlocks, isContentType, type PageType } from '../../../shared/contract/hosted-pages/experience-types.js';
import { readFields } from '../../../shared/contract/input.js';
import type { Clock } from '../../../shared/process/clock.js';
import { baseUrl, type Config } from '../../../shared/process/config.js';
import { asset, type FixedFile, serveFixed } from '../../web/index.js';
import { blockExamples, SAMPLES_URL } from './examples.js';
import { renderPage } from './render.js';
import { sendPage } from './send-page.js';

interface Services {
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly clock: Clock;
}

/** Pictures for examples. */
export const samplePictures: readonly FixedFile[] = [1, 2, 3, 4].map((number) =>
  asset(`/assets/samples/${number}.svg`, `features/pages/site/samples/${number}.svg`),
);

/** Where a page is shown that is made of the example of a block alone. */
export const blockExamplePath = (type: BlockType): string => `/e/example/${type}`;

/** Where a page is shown that is made of the example of a type's content; one that sends visitors on has none. */
export const typeExamplePath = (type: PageType): string | undefined =>
  isContentType(type) ? `/e/example/types/${type}` : undefined;

/** The examples of the documentation as the pages that they make. */
export function mountExamplePages(router: Router, limited: Middleware, { config, clock }: Services): void {
  const address = baseUrl(config);
  for (const picture of samplePictures) serveFixed(router, picture);
  const show = (ctx: Context, block: BlockType, type: PageType) => {
    const page = { version: 1 as const, language: 'en', blocks: [exampleBlock(block, address)] };
    sendPage(ctx, renderPage({ code: 'example', title: block, type, page }, { now: clock.now() }));
  };
  router.get('/e/example/:type', limited, (ctx) => {
    const { type } = ctx.params;
    if (!isBlockType(type)) throw errors.pathUnknown();
    show(ctx, type, 'page');
  });
  router.get('/e/example/types/:type', limited, (ctx) => {
    const { type = '' } = ctx.params;
    if (!isContentType(type)) throw errors.pathUnknown();
    show(ctx, contentBlocks[type], type);
  });
}

function exampleBlock(type: BlockType, address: string): Block {
  const example = JSON.stringify(blockExamples[type]).replaceAll(SAMPLES_URL, `${address}/assets/samples/`);
  return createBlock(type, readFields(blockProps[type], JSON.parse(example), 422));
}
