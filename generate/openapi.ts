import { openApiDocument } from '../features/docs/openapi/document.js';
import { readRecordedResponses } from '../features/docs/openapi/recorded-responses.js';
import { catalogue } from '../shared/contract/catalogue/index.js';

const PLACEHOLDER_URL = 'http://127.0.0.1:3000';

/** Returns the OpenAPI document that clients are generated from. Its URL and version are placeholders, so that it changes only with the API. */
export function clientsDocument(): string {
  const recorded = readRecordedResponses(PLACEHOLDER_URL);
  return `${JSON.stringify(openApiDocument({ baseUrl: PLACEHOLDER_URL, offered: catalogue, version: '0.0.0', recorded }), null, 2)}\n`;
}
