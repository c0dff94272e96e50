import {
  type ListResourcesResult,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { MCP_RESOURCES_PER_PAGE } from '../../shared/contract/bounds.js';
import type { PageEntry } from '../docs/index.js';
import { invalidParams } from './protocol-errors.js';

/** The documentation as resources. */
export interface Resources {
  readonly templates: readonly ResourceTemplateType[];
  /** @throws ProtocolError for a cursor that is not of a page before */
  list(cursor: string | undefined): ListResourcesResult;
  /**
   * @param readPage returns the text of a page by its path
   * @throws ResourceNotFoundError
   */
  read(uri: string, readPage: (path: string) => Promise<string>): Promise<ReadResourceResult>;
}

/** Creates the resources. Their URIs are the URLs of the same pages. */
export function createResources(baseUrl: string, documents: readonly PageEntry[]): Resources {
  const paths = new Map(documents.map(({ path }) => [baseUrl + path, path]));
  const resources = documents.map((document) => createResource(baseUrl, document));
  const templates = [
    {
      uriTemplate: `${baseUrl}/docs/errors/{type}.md`,
      name: 'error',
      title: 'Explanation of an error',
      description: 'Why an error happens and what to do, by the type in _meta.error',
      mimeType: 'text/markdown',
    },
  ];
  return {
    templates,
    list(cursor = '0') {
      const start = Number(cursor);
      if (!/^\d{1,6}$/.test(cursor) || start % MCP_RESOURCES_PER_PAGE !== 0 || start >= resources.length)
        throw invalidParams('cursor must be the nextCursor of the previous page');
      const end = start + MCP_RESOURCES_PER_PAGE;
      return {
        resources: resources.slice(start, end),
        ...(end < resources.length && { nextCursor: String(end) }),
      };
    },
    async read(uri, readPage) {
      const path = paths.get(uri);
      if (path === undefined) throw new ResourceNotFoundError(uri);
      return { contents: [{ uri, mimeType: findMimeType(path), text: await readPage(path) }] };
    },
  };
}

const createResource = (baseUrl: string, { path, title, summary }: PageEntry): Resource => ({
  uri: baseUrl + path,
  name: path.replace(/^\/(docs\/)?/, ''),
  title,
  description: summary.replaceAll('`', ''),
  mimeType: findMimeType(path),
});

const findMimeType = (path: string): string => (path.endsWith('.md') ? 'text/markdown' : 'text/plain');
