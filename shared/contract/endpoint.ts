import type { Static, TObject, TSchema } from 'typebox';
import { toMicro } from './amounts.js';
import type { AnyErrorKind, ApiError } from './api-error.js';
import { LARGEST_REPLY } from './bounds.js';
import { type Contract, camelCase } from './contract.js';
import type { FieldError } from './fields.js';
import type { PoolName } from './pools.js';

/** What all endpoints of one group share. */
export interface Group {
  /** Scope of keys and name in reports, e.g. `currency`. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Calls per second that one key may make in this group, unless the key has limits of its own. */
  readonly ratePerSecond: number;
  /** The status of an input error that has no row in the error table. */
  readonly inputStatus: 400 | 422;
  /** The largest body read, in bytes. */
  readonly bodyLimit: number;
  /** Whether fields may also come as query parameters (the body wins). */
  readonly readsQuery: boolean;
  /** Whether answers have texts written for the caller, in a language that it asks for. */
  readonly isWritten: boolean;
}

const MiB = 1024 * 1024;

/** Declares a group. By default: 20 calls a second, 422 for input errors, 1 MiB bodies, no query parameters. */
export function group(
  declared: Pick<Group, 'id' | 'title' | 'summary'> & Partial<Omit<Group, 'id' | 'title' | 'summary'>>,
): Group {
  return { ratePerSecond: 20, inputStatus: 422, bodyLimit: MiB, readsQuery: false, isWritten: false, ...declared };
}

/** A rule over several fields of a request, checked once each field is right by itself. */
export interface Rule<Input = never> {
  /** One sentence for the documentation. */
  readonly describe: string;
  /** Fields of which one is enough to keep the rule, where that is all it says, and the message when there is none. */
  readonly oneOf?: { readonly fields: readonly string[]; readonly message: string };
  /** The error when the rule is broken, else undefined. */
  check(input: Input): ApiError | undefined;
}

/** At least one of these fields must be given. */
export const anyOf = (fields: readonly string[], otherwise: FieldError): Rule<Record<string, unknown>> => ({
  describe: `One of ${fields.join(', ')} is required`,
  oneOf: { fields, message: otherwise().message },
  check: (input) => (fields.some((field) => input[field] !== undefined) ? undefined : otherwise()),
});

/** An endpoint's contract: everything that the rest of the platform derives its behaviour and its words from. */
export interface Endpoint<Request extends TObject = TObject, Response extends TSchema = TSchema>
  extends Contract<Request, Response> {
  readonly method: 'POST';
  readonly aliases: readonly string[];
  readonly group: Group;
  readonly pool: PoolName;
  /** Price of a call in micro-credits; of a call that makes several things, the price of one. */
  readonly cost: number;
  /** What is paid for one by one, where a call makes several. What was not made is not charged, an error as one. */
  readonly per?: {
    readonly unit: string /** How many are asked for, in a body that is not validated yet. */;
    count(body: Readonly<Record<string, unknown>>): number;
  };
  /** Whether a call may take longer than its caller waits: then it gets 202, as if it had preferred that, and comes back for the answer. */
  readonly takesLong: boolean;
  /** Size of the largest usual reply, in bytes: Redis memory that an asynchronous request reserves until its reply is there. */
  readonly largestReply: number;
  readonly rules: readonly Rule<Static<Request>>[];
  /**
   * Request fields that are taken from a header of the call when the caller does not send them; `:ip` stands for the
   * client's address, which only a trusted proxy may tell.
   */
  readonly fromHeaders: Readonly<Record<string, string>>;
  /** Whether a success may be a file instead of JSON (`download=1`). */
  readonly answersFiles: boolean;
  /** What a call leaves behind: nothing, something more, or something in the place of what was there. */
  readonly effect: 'none' | 'adds' | 'replaces';
  /** Fields that an agent's call has unless the agent says otherwise, where an agent needs another default. */
  readonly agentDefaults: Readonly<Record<string, unknown>>;
  readonly example: Example;
}

/** A request that shows what an endpoint is for. */
export interface Example {
  readonly request: Readonly<Record<string, unknown>>;
  /** A call that must come first, and the fields of this request that its answer gives. */
  readonly first?: { readonly endpoint: Endpoint; take(answer: unknown): Readonly<Record<string, unknown>> };
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
  fromHeaders?: Readonly<Record<string, string>>;
  answersFiles?: boolean;
  effect?: Endpoint['effect'];
  per?: NonNullable<Endpoint['per']>;
  takesLong?: boolean;
  largestReply?: number;
  agentDefaults?: Readonly<Record<string, unknown>>;
  example: Example;
}

/**
 * Declares an endpoint of a group.
 *
 * @example
 * export const platforms = endpoint(currency, {
 *   path: '/v1/currency/platforms', pool: 'fetch', credits: 0.001,
 *   summary: 'Markups and fees of eight kinds of provider',
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
    takesLong: false,
    largestReply: LARGEST_REPLY,
    agentDefaults: {},
    ...rest,
    id,
    name: camelCase(id),
    title: id === of.id ? of.title : inWords(shortName({ id })),
    method: 'POST',
    group: of,
    cost: toMicro(credits),
  };
}

/** What is taken for a call, in micro-credits. */
export const priceOf = ({ cost, per }: Endpoint, body: Readonly<Record<string, unknown>>): number =>
  cost * (per?.count(body) ?? 1);

/** The last part of an endpoint's path, e.g. `daily-horoscope`: its name within its group. */
export const shortName = ({ id }: Pick<Endpoint, 'id'>): string => id.slice(id.lastIndexOf('/') + 1);

/** A group's name in URLs, e.g. `video-platform-generate`. */
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
