import { openApiDocument } from '../features/docs/openapi/document.js';
import { readAnswers } from '../features/docs/openapi/recorded-answers.js';

const PLACEHOLDER_URL = 'http://127.0.0.1:3000';

/** Returns the OpenAPI document that clients are generated from. Its URL and version are placeholders, so that it changes only with the API. */
export function clientsDocument(): string {
  const answers = readAnswers(PLACEHOLDER_URL);
  return `${JSON.stringify(openApiDocument({ baseUrl: PLACEHOLDER_URL, version: '0.0.0', answers }), null, 2)}\n`;
}
