/** The documentation: guides, the reference of endpoints, explanations of errors, the OpenAPI document, and the status page. */
export { documentedErrors } from './errors/documented-errors.js';
export { readRecordedResponses } from './openapi/recorded-responses.js';
export { errorsBeforeCharge, serverErrors } from './openapi/responses.js';
export { type ContractSchema, type JsonSchema, publicRequest, publicSchema } from './openapi/schemas.js';
export { docsRoutes } from './routes.js';
