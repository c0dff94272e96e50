import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { catalogue } from '../../../shared/contract/catalogue/index.js';
import type { Contract } from '../../../shared/contract/contract.js';
import type { Endpoint } from '../../../shared/contract/endpoint.js';
import { projectFile } from '../../../shared/process/project-file.js';

/** The response of a real platform to the example request of a contract. */
export interface RecordedResponse {
  /** Digest of the contract. If the contract has another one now, the response is outdated. */
  readonly contract: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly answer: unknown;
}

/** Recorded responses by the id of their contract. */
export type RecordedResponses = Readonly<Record<string, RecordedResponse>>;

export const RECORDED_FILE = projectFile('features/docs/openapi/answers.generated.json');

/** Stands in the file for the base URL of the platform that was recorded. */
export const BASE_URL_MARK = '{base_url}';

/**
 * Reads the recorded responses with the base URL of this platform in them. `npm run generate` records outdated ones.
 *
 * @param offered endpoints that they may name, as in the usage of an account
 */
export const readRecordedResponses = (baseUrl: string, offered: readonly Endpoint[] = catalogue): RecordedResponses =>
  existsSync(RECORDED_FILE)
    ? JSON.parse(readFileSync(RECORDED_FILE, 'utf8').replaceAll(BASE_URL_MARK, baseUrl), withoutOthers(offered))
    : {};

/** Creates a reviver of `JSON.parse` that removes properties and rows of endpoints and groups that are not offered. */
function withoutOthers(offered: readonly Endpoint[]): ((key: string, value: unknown) => unknown) | undefined {
  if (offered.length === catalogue.length) return undefined;
  const names = new Set(offered.flatMap(({ id, group }) => [id, group.id]));
  const others = new Set(catalogue.flatMap(({ id, group }) => [id, group.id]).filter((name) => !names.has(name)));
  const isOther = (row: unknown) => {
    const { group, endpoint = group }: { group?: unknown; endpoint?: unknown } = Object(row);
    return typeof endpoint === 'string' && others.has(endpoint);
  };
  return (key, value) => {
    if (others.has(key)) return undefined;
    return Array.isArray(value) ? value.filter((row) => !isOther(row)) : value;
  };
}

/** Returns a digest of everything that a response depends on: the schemas without their wording, and the example. */
export const contractDigest = ({ request, response, example }: Contract): string =>
  createHash('sha256')
    .update(JSON.stringify([request, response], withoutWording))
    .update(JSON.stringify(example.request))
    .digest('hex')
    .slice(0, 16);

/** Leaves out what describes a schema, as a replacer of `JSON.stringify`. A field of one of these names is a schema, and stays. */
const withoutWording = (key: string, value: unknown): unknown =>
  WORDING.has(key) && typeof value !== 'object' ? undefined : value;

const WORDING = new Set(['title', 'description', 'shape', 'brief', 'advanced']);
