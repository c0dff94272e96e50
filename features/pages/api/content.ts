import type { PageDocument } from '../../../shared/contract/hosted-pages/document.js';
import { isContentType } from '../../../shared/contract/hosted-pages/experience-types.js';
import type { HostedPage } from '../collections.js';

/** What an experience shows, in the fields in which its owner sends it. */
export interface SentContent {
  page?: PageDocument;
  content?: object;
}

/**
 * What would make an experience what it is: the page of type page, the content of every other type. What is sent with it back
 * again is read as what it was.
 */
export function toSentContent({
  type,
  title,
  target,
  page,
}: Pick<HostedPage, 'type' | 'title' | 'target' | 'page'>): SentContent {
  if (type === 'page' && page) return { page };
  if (!page) return { content: { url: target, title } };
  const spoken = page.language ? { language: page.language } : {};
  const [first] = page.blocks;
  if (isContentType(type)) return { content: { ...first?.props, ...spoken } };
  const heading = first?.type === 'hero' ? { title: first.props.headline } : {};
  const items = page.blocks.flatMap((block) => (block.type === 'video' ? [block.props] : []));
  return { content: { ...heading, items, ...spoken } };
}
