import type { Context } from 'koa';
import { LONGEST_ADDRESS } from '../../shared/contract/bounds.js';
import { pools } from '../../shared/contract/pools.js';
import type { CallState, Preferences, Step } from '../call.js';

/** Value of `X-Test-Answer` that requests the example after a while. */
export const SLOW = 'slow';

/** Parses the preferences of a request once, for all later steps. */
export const parse: Step = async function parse(ctx, next) {
  ctx.state.preferences = parsePreferences(ctx);
  return next();
};

/** Parses the headers `Prefer` (RFC 7240), `Idempotency-Key` and `X-Test-Answer`. Unknown preferences are ignored. */
export function parsePreferences(ctx: Pick<Context, 'get' | 'headers'>): Preferences {
  const preferences = parsePrefer(ctx.get('Prefer'));
  const respondAsync = preferences.get('respond-async');
  const wait = preferences.get('wait')?.value ?? '';
  return {
    respondAsync: respondAsync !== undefined,
    callbackUrl: respondAsync?.parameters.get('callback_url'),
    waitMs: /^\d{1,6}$/.test(wait) ? Number(wait) * 1_000 : undefined,
    isStrict: preferences.get('handling')?.value.toLowerCase() === 'strict',
    idempotencyKey: 'idempotency-key' in ctx.headers ? ctx.get('Idempotency-Key') : undefined,
    testResponse: ctx.get('X-Test-Answer').trim().toLowerCase(),
  };
}

interface Preference {
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Characters of `Prefer` that are read: an escaped URL, and the preferences around it. */
const LONGEST_PREFER = 2 * LONGEST_ADDRESS + 500;

/** Parses `Prefer` into preferences by name. The first of several with the same name counts. */
function parsePrefer(header: string): ReadonlyMap<string, Preference> {
  const preferences = new Map<string, Preference>();
  for (const part of split(header.slice(0, LONGEST_PREFER), ',')) {
    const [[name, value] = ['', ''], ...parameters] = split(part, ';').map(parsePair);
    if (!preferences.has(name)) preferences.set(name, { value, parameters: new Map(parameters) });
  }
  return preferences;
}

/** Splits a text at a separator, except inside quotes. */
const split = (text: string, separator: ',' | ';'): string[] =>
  text.match(separator === ',' ? /(?:"(?:[^"\\]|\\.)*"|[^,"])+/g : /(?:"(?:[^"\\]|\\.)*"|[^;"])+/g) ?? [];

/** Parses `name`, `name=value` or `name="value"`. */
function parsePair(text: string): readonly [name: string, value: string] {
  const [, name = '', quoted, plain = ''] =
    /^\s*([\w-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^"\s]*)))?/.exec(text) ?? [];
  return [name.toLowerCase(), (quoted?.replaceAll(/\\(.)/g, '$1') ?? plain).trim()];
}

/** Returns how long to wait before a 202, in ms; undefined to wait for the result as long as it takes. */
export function findPreferredWait({ respondAsync, waitMs }: Preferences, deadlineMs: number): number | undefined {
  if (waitMs === undefined && !respondAsync) return undefined;
  const limitMs = waitMs ?? 0;
  return limitMs >= deadlineMs ? undefined : limitMs;
}

/** Returns the wait limit of a call. */
export const findWaitLimit = ({
  preferences,
  endpoint,
}: Pick<CallState, 'preferences' | 'endpoint'>): number | undefined =>
  findPreferredWait(preferences, pools[endpoint.pool].deadlineMs);

/** Adds a preference to `Preference-Applied`. */
export const markApplied = (ctx: Pick<Context, 'append'>, preference: string): void =>
  ctx.append('Preference-Applied', preference);
