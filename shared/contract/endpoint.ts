import type { Static, TObject, TSchema } from 'typebox';
import { toMicro } from './amounts.js';
import type { AnyErrorKind, ApiError } from './api-error.js';
import { LARGEST_REPLY } from './bounds.js';
import { type Contract, toCamelCase } from './contract.js';
import type { FieldError } from './fields.js';
import type { PoolName } from './pools.js';

/** A group of endpoints. */
export interface Group {
  /** Scope of keys and name in reports, e.g. `currency`. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Default rate limit of a key in this group, in calls per second. */
  readonly ratePerSecond: number;
  /** Status of input errors without a row in the error table. */
  readonly inputStatus: 400 | 422;
  /** Maximum size of a body, in bytes. */
  readonly bodyLimit: number;
  /** True if fields can also be query parameters (the body wins). */
  readonly readsQuery: boolean;
  /** True if responses contain generated text, in a language of the request. */
  readonly isWritten: boolean;
}

const MiB = 1024 * 1024;

/** Declares a group. By default: 20 calls a second, 422 for input errors, 1 MiB bodies, no query parameters. */
export function group(
  declared: Pick<Group, 'id' | 'title' | 'summary'> & Partial<Omit<Group, 'id' | 'title' | 'summary'>>,
): Group {
  return { ratePerSecond: 20, inputStatus: 422, bodyLimit: MiB, readsQuery: false, isWritten: false, ...declared };
}

/** Fields that requests with these values require. */
export interface Requirement {
  readonly when: Readonly<Record<string, string>>;
  readonly fields: readonly string[];
}

/** A rule over several fields, checked after the fields themselves. */
export interface Rule<Input = never> {
  /** Description for the documentation. */
  readonly describe: string;
  /** Shorter description for agents; empty if the error says enough. */
  readonly brief?: string;
  /** Fields of which one is required, if that is the whole rule, and the error message. */
  readonly oneOf?: { readonly fields: readonly string[]; readonly message: string };
  /** Fields that are required with certain values of others, for the types of the clients. */
  readonly requires?: readonly Requirement[];
  /** Returns the error if the rule is violated, or all errors of a list. */
  check(input: Input): ApiError | readonly ApiError[] | undefined;
}

/** Requires at least one of the fields. */
export const anyOf = (fields: readonly string[], otherwise: FieldError): Rule<Record<string, unknown>> => ({
  describe: `${fields.join(' or ')} is required`,
  oneOf: { fields, message: otherwise().message },
  check: (input) => (fields.some((field) => input[field] !== undefined) ? undefined : otherwise()),
});

/** The contract of an endpoint, from which the platform derives its behaviour and documentation. */
export interface Endpoint<Request extends TObject = TObject, Response extends TSchema = TSchema>
  extends Contract<Request, Response> {
  readonly method: 'POST';
  readonly aliases: readonly string[];
  readonly group: Group;
  readonly pool: PoolName;
  /** Price in micro-credits, of a call or of one unit. */
  readonly cost: number;
  /** Billing unit of a call with several units. Units that fail are not charged, an error counts as one. */
  readonly per?: {
    readonly unit: string /** How many are asked for, in a body that is not validated yet. */;
    count(body: Readonly<Record<string, unknown>>): number;
  };
  /** Usual maximum size of a reply per unit, in bytes: Redis memory that an asynchronous request reserves until its reply is stored. */
  readonly largestReply: number;
  readonly rules: readonly Rule<Static<Request>>[];
  /** Headers from which absent fields are read; `:ip` is the address of the client, which only a trusted proxy may set. */
  readonly fromHeaders: Readonly<Record<string, string | HeaderGroup>>;
  /** True if a successful response can be a file instead of JSON (`download=1`). */
  readonly answersFiles: boolean;
  /** Side effect of a call: none, a new resource, or a replaced one. */
  readonly effect: 'none' | 'adds' | 'replaces';
  /** Set if the items of a batch may be requests to it. */
  readonly batch?: BatchRules;
  /** Default values for agents, if they differ. */
  readonly agentDefaults: Readonly<Record<string, unknown>>;
  /** Words that callers search for and that the contract does not have. */
  readonly keywords: readonly string[];
  readonly example: Example;
}

/** Headers that are read as one object, unless one of some fields is sent. */
export interface HeaderGroup {
  readonly names: readonly string[];
  readonly unless: readonly string[];
}

/** Rules for requests that are items of a batch. */
interface BatchRules {
  /** Returns how many such items may start in a second, for what cannot take more; no limit by default. */
  perSecond?(item: Readonly<Record<string, unknown>>): number | undefined;
}

/** An example request. */
export interface Example {
  readonly request: Readonly<Record<string, unknown>>;
  /** A preceding call, and the fields that its response provides. */
  readonly first?: { readonly endpoint: Endpoint; take(answer: unknown): Readonly<Record<string, unknown>> };
  /** Example requests of the other actions, for endpoints with an `action`. */
  readonly otherActions?: readonly (Readonly<Record<string, unknown>> & { readonly action: string })[];
}

interface Declaration<Request extends TObject, Response extends TSchema> {
  path: string;
  aliases?: readonly string[];
  pool: PoolName;
  /** Price in credits, e.g. 0.02. */
  credits: number;
  summary: string;
  request: Request;
  response: Response;
  rules?: readonly Rule<Static<Request>>[];
  errors?: readonly AnyErrorKind[];
  fromHeaders?: Endpoint['fromHeaders'];
  answersFiles?: boolean;
  effect?: Endpoint['effect'];
  per?: NonNullable<Endpoint['per']>;
  largestReply?: number;
  batch?: BatchRules;
  agentDefaults?: Readonly<Record<string, unknown>>;
  keywords?: readonly string[];
  example: Example;
}

/**
 * Declares an endpoint of a group.
 *
 * @example
 * export const platforms = endpoint(currency, {
 *   path: '/v1/currency/platforms', pool: 'fetch', credits: 0.001,
 *   summary: 'Lists the markups and fees of eight kinds of providers',
 *   request: object({}), response: object({ platforms: … }),
 *   example: { request: {} },
 * });
 */
export function endpoint<Request extends TObject, Response extends TSchema>(
  of: Group,
  declared: Declaration<Request, Response>,
): Endpoint<Request, Response> {
  const { credits, ...rest } = declared;
  const id = declared.path.replace(/^\/v1\//, '');
  return {
    aliases: [],
    rules: [],
    errors: [],
    fromHeaders: {},
    answersFiles: false,
    effect: 'none',
    largestReply: LARGEST_REPLY,
    agentDefaults: {},
    keywords: [],
    ...rest,
    id,
    name: toCamelCase(id),
    title: id === of.id ? of.title : inWords(shortName({ id })),
    method: 'POST',
    group: of,
    cost: toMicro(credits),
  };
}

/** Returns the price of a request, in micro-credits. */
export const computePrice = (endpoint: Endpoint, body: Readonly<Record<string, unknown>>): number =>
  endpoint.cost * countUnits(endpoint, body);

/** Counts the units of a request that its price and the size of its reply depend on. */
export const countUnits = ({ per }: Pick<Endpoint, 'per'>, body: Readonly<Record<string, unknown>>): number =>
  per?.count(body) ?? 1;

/** Returns the last part of the path of an endpoint, e.g. `daily-horoscope`. */
export const shortName = ({ id }: Pick<Endpoint, 'id'>): string => id.slice(id.lastIndexOf('/') + 1);

/** Returns the name of a group in URLs, e.g. `video-platform-generate`. */
export const groupSlug = ({ id }: Group): string => id.replaceAll('/', '-');

const ABBREVIATIONS: Readonly<Record<string, string>> = { vat: 'VAT', qr: 'QR', id: 'ID', ua: 'UA' };

/** `daily-horoscope` → `Daily horoscope`. */
function inWords(name: string): string {
  const words = name
    .split('-')
    .map((word) => ABBREVIATIONS[word] ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
