import type { Db } from 'mongodb';
import type { Input, Output } from '../shared/contract/contract.js';
import type { Endpoint } from '../shared/contract/endpoint.js';
import type { Clock } from '../shared/process/clock.js';
import type { Config } from '../shared/process/config.js';
import type { InputOf, InternalJob, ResultOf } from '../shared/queue/internal-jobs.js';
import type { Remark } from '../shared/queue/job.js';
import type { Disks } from '../shared/storage/disks.js';
import type { DisposableDomains } from './lib/disposable-domains.js';
import type { Resolver } from './lib/dns.js';
import type { Model } from './lib/llm/model.js';
import type { PictureDecoder } from './lib/pictures/decoder.js';
import type { UpstreamContext, UpstreamSettings } from './lib/upstream/upstreams.js';

/** Settings that handlers and their libraries read. */
type HandlerSettings = UpstreamSettings &
  Pick<
    Config,
    | 'BASE_URL'
    | 'HOST'
    | 'LLM_FALLBACK'
    | 'LLM_SHARE_READINGS'
    | 'LLM_WRITE_AHEAD'
    | 'PAGES_URL'
    | 'PORT'
    | 'STORAGE_QUOTA_MIB'
    | 'VIDEO_PLATFORM_SITE'
  >;

/** Resources that a worker process creates once and shares among its handlers. */
export interface Resources extends Pick<UpstreamContext, 'log' | 'redis' | 'upstreams'> {
  readonly config: HandlerSettings;
  /** Clock of Redis, by which jobs have their deadlines. */
  readonly clock: Clock;
  /** The language model, if one is configured. */
  readonly model: Model | undefined;
  /** Storage disks of files. */
  readonly disks: Disks;
  readonly dns: Resolver;
  /** Domains of disposable addresses. */
  readonly disposable: DisposableDomains;
  /** Decodes uploaded images. */
  readonly pictures: PictureDecoder;
  /** Returns the document store, which is connected on first use. */
  store(): Promise<Db>;
}

/** Context of a request, which a handler receives besides its input. */
export interface Call extends Resources {
  readonly requestId: string;
  /** Id of the account, which owns whatever the request creates. */
  readonly account: string;
  /** Time at which the client stops waiting. */
  readonly deadline: Date;
  /** Aborts shortly before the deadline. Pass it to upstream requests and to work that can be cancelled. */
  readonly signal: AbortSignal;
  /** Adds a header to the response. */
  header(name: string, value: string): void;
  /** Sets the price of the request, in micro-credits, if it is less than the credits held for it. */
  charge(microCredits: number): void;
  /** Adds an entry to the timeline of the request. */
  remark(name: string, value: string, audience?: Remark['audience']): void;
}

/** A response that is a file instead of JSON. */
export class FileAnswer {
  constructor(
    readonly mime: string,
    readonly filename: string,
    readonly bytes: Buffer,
  ) {}
}

type Answer<E extends Endpoint> = Output<E> | FileAnswer;

export interface Handler<E extends Endpoint = Endpoint> {
  readonly endpoint: E;
  run(input: Input<E>, call: Call): Answer<E> | Promise<Answer<E>>;
  /** Loads and compiles what the first request would otherwise wait for. */
  warmUp?(resources: Resources): void | Promise<void>;
}

/**
 * Creates the handler of an endpoint: `export default handle(convert, async (input, call) => …)`. Input and result are typed by the
 * contract; errors are thrown from the error table.
 */
export const handle = <E extends Endpoint>(
  endpoint: E,
  run: Handler<E>['run'],
  warmUp?: Handler<E>['warmUp'],
): Handler<E> => ({ endpoint, run, ...(warmUp ? { warmUp } : {}) });

export interface InternalHandler<J extends InternalJob = InternalJob> {
  readonly job: J;
  run(input: InputOf<J>, call: Call): ResultOf<J> | Promise<ResultOf<J>>;
}

/** Ties a handler to its internal job: `export default handleInternal(refreshRates, async (input, call) => …)`. */
export const handleInternal = <J extends InternalJob>(job: J, run: InternalHandler<J>['run']): InternalHandler<J> => ({
  job,
  run,
});
