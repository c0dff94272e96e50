import type { Context } from 'koa';
import { LONGEST_ADDRESS } from '../shared/contract/bounds.js';
import type { Endpoint } from '../shared/contract/endpoint.js';
import { pools } from '../shared/contract/pools.js';

/** What a caller wishes in the header `Prefer` (RFC 7240). */
export interface Preferences {
  /** To be answered at once, and to fetch the result later. */
  readonly respondAsync: boolean;
  /** Where to have the result sent then: a parameter of that wish. */
  readonly callbackUrl: string | undefined;
  /** How long to wait for a result before it is fetched later, in ms; undefined for as long as it takes. */
  readonly waitMs: number | undefined;
  /** To have refused what would be ignored. */
  readonly isStrict: boolean;
}

/** A wish, or one of its parameters: `name`, `name=value` or `name="value"`. */
type Pair = readonly [name: string, value: string];

/** What is read of the header, in characters: an address, escaped, and the wishes around it. */
const LONGEST_HEADER = 2 * LONGEST_ADDRESS + 500;

/** Reads the header `Prefer`. Of a wish that stands there twice the first counts; what is unknown is ignored, as the RFC has it. */
export function preferencesOf(ctx: Pick<Context, 'get'>): Preferences {
  const wishes = new Map<string, { value: string; parameters: ReadonlyMap<string, string> }>();
  for (const part of partsOf(ctx.get('Prefer').slice(0, LONGEST_HEADER), ',')) {
    const [[wish, value] = ['', ''], ...parameters] = partsOf(part, ';').map(pairOf);
    if (!wishes.has(wish)) wishes.set(wish, { value, parameters: new Map(parameters) });
  }
  const wait = wishes.get('wait')?.value ?? '';
  const respondAsync = wishes.get('respond-async');
  return {
    respondAsync: respondAsync !== undefined,
    callbackUrl: respondAsync?.parameters.get('callback_url'),
    waitMs: /^\d{1,6}$/.test(wait) ? Number(wait) * 1_000 : undefined,
    isStrict: wishes.get('handling')?.value.toLowerCase() === 'strict',
  };
}

/** The parts of a text between its commas, or its semicolons, those inside quotes aside. */
const partsOf = (text: string, separator: ',' | ';'): string[] =>
  text.match(separator === ',' ? /(?:"(?:[^"\\]|\\.)*"|[^,"])+/g : /(?:"(?:[^"\\]|\\.)*"|[^;"])+/g) ?? [];

function pairOf(text: string): Pair {
  const [, name = '', quoted, plain = ''] =
    /^\s*([\w-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^"\s]*)))?/.exec(text) ?? [];
  return [name.toLowerCase(), (quoted?.replaceAll(/\\(.)/g, '$1') ?? plain).trim()];
}

/**
 * For how many ms a caller waits before it prefers to come back; undefined when it waits to the end.
 *
 * @param deadlineMs how long an answer may take
 */
export function patienceOf({ respondAsync, waitMs }: Preferences, deadlineMs: number): number | undefined {
  if (waitMs === undefined && !respondAsync) return undefined;
  const patience = waitMs ?? 0;
  return patience >= deadlineMs ? undefined : patience;
}

/** The same of a call. One that takes long is waited for as other calls are, and then fetched later. */
export function patienceFor(ctx: Pick<Context, 'get'>, { pool, takesLong }: Endpoint): number | undefined {
  const { deadlineMs } = pools[pool];
  return patienceOf(preferencesOf(ctx), deadlineMs) ?? (takesLong ? deadlineMs : undefined);
}

/** Asks, of a test key, for the example after a while. */
export const SLOW = 'slow';

/** What a call of a test key is to be answered: `slow`, or the status or the type of an error; empty for its example. */
export const testWishOf = (ctx: Pick<Context, 'get'>): string => ctx.get('X-Test-Answer').trim().toLowerCase();

/** Tells the caller that a wish was granted. */
export const granted = (ctx: Pick<Context, 'append'>, wish: string): void => ctx.append('Preference-Applied', wish);
