/** The documentation: guides, the reference of endpoints, explanations of errors, the OpenAPI document, and the status page. */
export { snippetAssets } from './assets.js';
export { listDocuments } from './documents.js';
export { documentedErrors } from './errors/documented-errors.js';
export { responseExample, snippets } from './examples.js';
export type { PageEntry } from './guides.js';
export { markdownPath, toMarkdown } from './markdown.js';
export { readRecordedResponses } from './openapi/recorded-responses.js';
export { errorsBeforeCharge, serverErrors } from './openapi/responses.js';
export { type ContractSchema, type JsonSchema, publicRequest, publicSchema } from './openapi/schemas.js';
export { groupsOfEndpoints } from './reference.js';
export { docsRoutes } from './routes.js';
export type { PublicSite } from './site.js';
export { curl } from './snippets.js';
