import { existsSync, readFileSync } from 'node:fs';
import { projectFile } from '../../../shared/process/project-file.js';

/** What the running platform really answered to an endpoint's example. */
export interface RecordedAnswer {
  readonly request: Readonly<Record<string, unknown>>;
  readonly answer: unknown;
}

/** Recorded answers by endpoint id. */
export type RecordedAnswers = Readonly<Record<string, RecordedAnswer>>;

export const ANSWERS_FILE = projectFile('api/docs/openapi/answers.generated.json');

/** Stands in the file where an answer named the address of the platform that gave it. */
export const BASE_URL_MARK = '{base_url}';

/** The recorded answers, as a platform at this address gives them; `npm run record:answers` records them anew. */
export const readAnswers = (baseUrl: string): RecordedAnswers =>
  existsSync(ANSWERS_FILE) ? JSON.parse(readFileSync(ANSWERS_FILE, 'utf8').replaceAll(BASE_URL_MARK, baseUrl)) : {};
