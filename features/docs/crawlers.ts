import { escapeUTF8 } from 'entities';
import type { PageEntry } from './guides.js';
import { markdownPath } from './markdown.js';

/** Returns robots.txt. Crawlers may read the documentation; the console, the portal and the API are of no use to them. */
export const robotsTxt = (baseUrl: string): string => `User-agent: *
Disallow: /operator
Disallow: /account
Disallow: /v1/
Disallow: /mcp
Disallow: /oauth
Disallow: /metrics
Sitemap: ${baseUrl}/sitemap.xml
`;

/** Returns all pages in the format of sitemaps.org. */
export const sitemapXml = (baseUrl: string, paths: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `<url><loc>${escapeUTF8(baseUrl + path)}</loc></url>`).join('\n')}
</urlset>
`;

interface Pages {
  baseUrl: string;
  guides: readonly PageEntry[];
  groups: readonly PageEntry[];
  others: readonly PageEntry[];
  errors: readonly PageEntry[];
}

/** Returns the index of the documentation for language models, in the format of llmstxt.org. */
export function llmsTxt({ baseUrl, guides, groups, others, errors }: Pages): string {
  const entry = (page: PageEntry) => `- [${page.title}](${baseUrl}${markdownPath(page)}): ${page.summary}`;
  return `# utility-api

> An API of independent utility endpoints: each is a \`POST\` of JSON to ${baseUrl}/v1/…, returns JSON, and costs a fixed number of prepaid credits.

- Send the API key in the header \`X-API-Key\`, or as \`Authorization: Bearer\`.
- Invalid input is charged. Failures on our side are refunded.
- Agents can use every endpoint as a tool, at ${baseUrl}/mcp.
- Each of these pages is HTML without the \`.md\`.

## Guides

${guides.map(entry).join('\n')}

## Endpoints

${groups.map(entry).join('\n')}

## The platform

${others.map(entry).join('\n')}

## Files

- [OpenAPI 3.1 document](${baseUrl}/openapi.json): every endpoint with its fields, errors, price and an example
- [Price list](${baseUrl}/prices.json): the price and rate limit of each endpoint
- [Postman collection](${baseUrl}/postman.json): every endpoint as a request

## Optional

- [All pages in one file](${baseUrl}/llms-full.txt): the guides, the reference and the errors
${errors.map(entry).join('\n')}
`;
}
