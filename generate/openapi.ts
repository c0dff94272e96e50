import { openApiDocument } from '../api/docs/openapi/document.js';
import { readAnswers } from '../api/docs/openapi/recorded-answers.js';
import { projectFile } from '../shared/process/project-file.js';

/** Where the document stands that clients are generated from. */
export const OPENAPI_FILE = projectFile('packages/client-generator/openapi.json');

const NOBODYS_ADDRESS = 'http://127.0.0.1:3000';

/** That document. Its address and its version are nobody's, so that it changes only when the API does. */
export function clientsDocument(): string {
  const answers = readAnswers(NOBODYS_ADDRESS);
  return `${JSON.stringify(openApiDocument({ baseUrl: NOBODYS_ADDRESS, version: '0.0.0', answers }), null, 2)}\n`;
}
