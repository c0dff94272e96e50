import { writeFileSync } from 'node:fs';
import { openApiDocument } from '../api/docs/openapi/document.js';
import { readAnswers } from '../api/docs/openapi/recorded-answers.js';
import { projectFile } from '../shared/process/project-file.js';

// Writes the OpenAPI document from which clients are generated, by default into the TypeScript client's package:
//   node dist/generate/openapi.js [file]
// Its address and its version are nobody's, so that it changes only when the API does.
const [file = projectFile('packages/client-typescript/openapi.json')] = process.argv.slice(2);
const baseUrl = 'http://127.0.0.1:3000';
const document = openApiDocument({ baseUrl, version: '0.0.0', answers: readAnswers(baseUrl) });
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
