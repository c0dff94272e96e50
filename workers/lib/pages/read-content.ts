import type { HostedPage } from '../../../features/pages/index.js';
import { PHOTOS } from '../../../shared/contract/bounds.js';
import { errors } from '../../../shared/contract/errors.js';
import { type Block, createBlock } from '../../../shared/contract/hosted-pages/blocks.js';
import { commonContent, urlContent, videosContent } from '../../../shared/contract/hosted-pages/contents.js';
import { findTitle, type PageDocument, type SentDocument } from '../../../shared/contract/hosted-pages/document.js';
import { contentBlocks, type PageType } from '../../../shared/contract/hosted-pages/page-types.js';
import { readFields } from '../../../shared/contract/input.js';
import { type DecodingCall, encodePhotos } from './encode-photos.js';
import { readDocument, readProps } from './read-document.js';
import { readTheme } from './read-theme.js';

/** Content of a hosted page. */
export type PageContent = Pick<HostedPage, 'type' | 'title' | 'page' | 'target'>;

interface Sent {
  type: PageType;
  page?: SentDocument | undefined;
  content?: unknown;
}

/**
 * Validates the content of a request. Every type but `url` becomes a page document, so that all are rendered alike.
 *
 * @throws ApiError 422 that names the field
 */
export async function readPageContent({ type, page, content }: Sent, call: DecodingCall): Promise<PageContent> {
  if (type === 'page') {
    if (!page) throw errors.pageRequired();
    return buildPage(type, readDocument(page), 'page.theme', call);
  }
  if (typeof content !== 'object' || content === null) throw errors.contentRequired({ type });
  if (type === 'url') return readTarget(content);
  const { language, theme } = readFields(commonContent, content, 422, 'content');
  const blocks = type === 'videos' ? readVideos(content) : [readBlockContent(type, content)];
  const around = { ...(language ? { language } : {}), ...(theme ? { theme } : {}) };
  return buildPage(type, { version: 1, ...around, blocks }, 'content.theme', call);
}

async function buildPage(
  type: PageType,
  { theme: sent, ...page }: PageDocument,
  themeAt: string,
  call: DecodingCall,
): Promise<PageContent> {
  const left = { work: PHOTOS.work };
  const theme = await readTheme(sent, themeAt, left, call);
  const themed = theme ? { ...page, theme } : page;
  return { type, title: findTitle(page), page: await encodePhotos(themed, left, call), target: null };
}

function readTarget(content: object): PageContent {
  const { url, title } = readFields(urlContent, content, 422, 'content');
  return { type: 'url', title: title ?? new URL(url).host, page: null, target: url };
}

function readVideos(content: object): Block[] {
  const { title, items } = readFields(videosContent, content, 422, 'content');
  const heading: Block[] = title ? [{ type: 'hero', props: { headline: title, align: 'center' }, children: [] }] : [];
  return [...heading, ...items.map((props): Block => ({ type: 'video', props, children: [] }))];
}

function readBlockContent(type: keyof typeof contentBlocks, content: object): Block {
  const block = contentBlocks[type];
  return createBlock(block, readProps(block, content, 'content'));
}
