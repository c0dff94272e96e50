export { documentedErrors } from './errors/documented-errors.js';
export { readAnswers } from './openapi/recorded-answers.js';
export { errorsBeforeCharge, serverErrors } from './openapi/responses.js';
export { type ContractSchema, type JsonSchema, publicRequest, publicSchema } from './openapi/schemas.js';
export { docs } from './routes.js';
