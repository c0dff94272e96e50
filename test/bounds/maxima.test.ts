import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { ApiError } from '../../shared/contract/api-error.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { fitsInJson } from '../../shared/contract/fields.js';
import { blockProps } from '../../shared/contract/hosted-pages/blocks.js';
import { readInput } from '../../shared/contract/input.js';
import { call, newAccount } from '../helpers/stack.js';

/** Keywords of JSON Schema that bound the size of a value. */
interface Bounded {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Bounded[];
  properties?: Record<string, Bounded>;
  patternProperties?: Record<string, Bounded>;
  items?: Bounded;
  format?: string;
  pattern?: string;
  maxLength?: number;
  maxItems?: number;
  maxJson?: number;
}

/** A pattern sets a maximum when it speaks of the whole text and repeats nothing without end. */
const isLimited = (pattern = ''): boolean => /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern);

/** The places in a schema where a text, a list or anything else may be as large as it likes. */
function unbounded(schema: Bounded, path: string): string[] {
  if (schema.enum || schema.const !== undefined || schema.maxJson !== undefined) return [];
  if (schema.anyOf) return schema.anyOf.flatMap((one) => unbounded(one, path));
  switch (schema.type) {
    case 'number':
    case 'integer':
    case 'boolean':
      return [];
    case 'string':
      return schema.maxLength !== undefined || schema.format === 'date' || isLimited(schema.pattern) ? [] : [path];
    case 'array':
      return [...(schema.maxItems === undefined ? [path] : []), ...unbounded(schema.items ?? {}, `${path}[]`)];
    case 'object':
      return schema.patternProperties
        ? [path]
        : Object.entries(schema.properties ?? {}).flatMap(([name, field]) => unbounded(field, `${path}.${name}`));
    default:
      return [path];
  }
}

const listFields = (endpoint: Endpoint) => Object.entries(endpoint.request.properties as Record<string, Bounded>);

describe('the input of a call', () => {
  it(`has a maximum for every text and list of all ${catalogue.length} endpoints and all blocks of pages`, () => {
    deepEqual(
      catalogue.flatMap(({ id, request }) => unbounded(request, id)),
      [],
    );
    deepEqual(
      Object.entries(blockProps).flatMap(([type, props]) => unbounded(props, type)),
      [],
    );
  });

  it('is refused with one character more than the maximum, and accepted with the maximum', () => {
    let tried = 0;
    for (const endpoint of catalogue) {
      for (const [name, { type, format, maxLength }] of listFields(endpoint)) {
        if (type !== 'string' || maxLength === undefined || format) continue;
        const send = (length: number) =>
          readInput(endpoint, { ...endpoint.example.request, [name]: 'x'.repeat(length) });
        const refusal = refused(() => send(maxLength + 1));
        ok(refusal, `${endpoint.id} takes ${maxLength + 1} characters of ${name}`);
        equal(refusal.param, name, endpoint.id);
        const taken = refused(() => send(maxLength));
        // Values that also have a format may be refused for their letters, never for their length.
        ok(!taken || !/characters/.test(taken.message), `${endpoint.id}.${name}: ${taken?.message}`);
        tried += 1;
      }
    }
    ok(tried > 100, `${tried} fields`);
  });

  it('is counted in characters of JSON where any shape is allowed, without the escapes', () => {
    const shapes = [
      7,
      -0.5,
      true,
      null,
      'text',
      [],
      {},
      [[], {}],
      { a: [1, null, 'x'], bc: { d: false } },
      ['🙂', 'é'],
    ];
    for (const value of shapes) {
      const { length } = JSON.stringify(value);
      deepEqual([fitsInJson(length, value), fitsInJson(length - 1, value)], [true, false], JSON.stringify(value));
    }
    deepEqual([fitsInJson(5, 'a"\n'), fitsInJson(4, 'a"\n')], [true, false]);
  });

  it('has its own error where one is specified: 4,097 characters for a QR code, 201 blocks, a logo of 3 MiB', async () => {
    const { key } = await newAccount();
    const refusal = async (path: string, body: object, status: number, message: RegExp) => {
      const answer = await call(path, body, { key });
      equal(answer.status, status, JSON.stringify(answer.body));
      match(answer.body.error, message);
    };
    const qr = '/v1/qr-code/generate';
    await refusal(qr, { qr_code_text: 'x'.repeat(4_097) }, 422, /^qr_code_text is too long$/);
    await refusal(qr, { qr_code_text: { of: 'x' } }, 422, /^qr_code_text must be text of at most 4096 characters$/);
    const logo_data_base64 = 'A'.repeat(3 * 1024 * 1024);
    await refusal(qr, { qr_code_text: 'x', qr_code_logo: 'upload', logo_data_base64 }, 422, /larger than 2 MiB/);
    const blocks = Array.from({ length: 201 }, () => ({ type: 'divider' }));
    await refusal(qr, { type: 'page', page: { version: 1, blocks } }, 422, /^page must have at most 200 blocks$/);
    const content = { text: 'x'.repeat(6_200_000) };
    await refusal('/v1/qr-experience/generate', { type: 'text', content }, 422, /at most 6100000 characters of JSON/);
    const topic = 'x'.repeat(2_001);
    await refusal('/v1/video-platform/generate/title-generator', { topic }, 400, /^topic must be text of at most 2000/);
  });
});

function refused(work: () => unknown): ApiError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
