import type { Endpoint } from '../../shared/contract/endpoint.js';
import { accountPages } from './account-pages.js';
import { documentedErrors } from './errors/documented-errors.js';
import { guides, type PageEntry } from './guides.js';
import { markdownPath } from './markdown.js';
import { groupsOfEndpoints } from './reference.js';

/** Path of the index of the documentation, in the format of llmstxt.org. */
const INDEX_PATH = '/llms.txt';

/**
 * Lists the documents that agents read, with the paths of their Markdown: the index, the guides, the reference of the endpoints and of the
 * account API, and the errors that customers can get.
 */
export function listDocuments(offered: readonly Endpoint[], baseUrl: string): PageEntry[] {
  const errors = documentedErrors(offered).filter(({ isForOperators }) => !isForOperators);
  const pages = [
    ...guides,
    ...groupsOfEndpoints(offered, baseUrl, {}),
    ...accountPages.map((page) => ({ ...page, path: `/docs/${page.slug}` })),
    ...errors.map(({ path, type, message }) => ({ path, title: type, summary: message })),
  ];
  return [
    { path: INDEX_PATH, title: 'Index', summary: 'Every page of the documentation, with its URL' },
    ...pages.map((page) => ({ path: markdownPath(page), title: page.title, summary: page.summary })),
  ];
}
