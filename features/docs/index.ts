export { documentedErrors } from './errors/documented.js';
export { readAnswers } from './openapi/recorded-answers.js';
export { freeErrors, ourErrors } from './openapi/responses.js';
export { type ContractSchema, type JsonSchema, publicRequest, publicSchema } from './openapi/schemas.js';
export { docs } from './routes.js';
