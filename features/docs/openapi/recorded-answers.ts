import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Contract } from '../../../shared/contract/contract.js';
import { projectFile } from '../../../shared/process/project-file.js';

/** What the running platform really answered to the example of a contract. */
export interface RecordedAnswer {
  /** Digest of the contract that was answered: another contract needs another answer. */
  readonly contract: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly answer: unknown;
}

/** Recorded answers by the id of their contract. */
export type RecordedAnswers = Readonly<Record<string, RecordedAnswer>>;

export const ANSWERS_FILE = projectFile('features/docs/openapi/answers.generated.json');

/** Stands in the file where an answer named the address of the platform that gave it. */
export const BASE_URL_MARK = '{base_url}';

/** The recorded answers, as a platform at this address gives them; `npm run generate` records what is out of date. */
export const readAnswers = (baseUrl: string): RecordedAnswers =>
  existsSync(ANSWERS_FILE) ? JSON.parse(readFileSync(ANSWERS_FILE, 'utf8').replaceAll(BASE_URL_MARK, baseUrl)) : {};

/** What an answer follows from: the fields that are sent and answered, and the example. */
export const digestOf = ({ request, response, example }: Contract): string =>
  createHash('sha256')
    .update(JSON.stringify([request, response, example.request]))
    .digest('hex')
    .slice(0, 16);
