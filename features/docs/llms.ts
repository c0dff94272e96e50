import type { PageEntry } from './site.js';

interface Pages {
  baseUrl: string;
  guides: readonly PageEntry[];
  groups: readonly PageEntry[];
  others: readonly PageEntry[];
  errors: readonly PageEntry[];
}

/** The path under which a page is Markdown. */
export const markdownPath = ({ path }: { path: string }): string => `${path}.md`;

/** What a model needs to find its way: the index of the documentation, in the form of llmstxt.org. */
export function llmsIndex({ baseUrl, guides, groups, others, errors }: Pages): string {
  const entry = (page: PageEntry) => `- [${page.title}](${baseUrl}${markdownPath(page)}): ${page.summary}`;
  return `# utility-api

> Independent utility endpoints behind one address: each is a \`POST\` of JSON to ${baseUrl}/v1/…, answers JSON, and costs a fixed number of prepaid credits.

- Send the API key in the header \`X-API-Key\`, or as \`Authorization: Bearer\`.
- A refused input costs its price as well; what fails on the service's side is given back.
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
- [Price list](${baseUrl}/prices.json): what each endpoint costs, and how often it may be called
- [Postman collection](${baseUrl}/postman.json): every endpoint as a request

## Optional

- [All pages in one file](${baseUrl}/llms-full.txt): the guides, the reference and the errors
${errors.map(entry).join('\n')}
`;
}
