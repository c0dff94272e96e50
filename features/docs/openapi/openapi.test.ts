import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { outdatedAnswers } from '../../../generate/record-answers.js';
import { toCredits } from '../../../shared/contract/amounts.js';
import { catalogue } from '../../../shared/contract/catalogue/index.js';
import { errors } from '../../../shared/contract/errors.js';
import { object, text } from '../../../shared/contract/fields.js';
import { accountRoutes } from '../../account-api/index.js';
import { operations } from '../../operations/index.js';
import { allEvents } from '../../webhooks/events.js';
import { readExplanations } from '../errors/explanations.js';
import { openApiDocument, operatorsDocument } from './document.js';
import { contractDigest, readRecordedResponses } from './recorded-responses.js';
import { errorsBeforeCharge, serverErrors } from './responses.js';
import { type JsonSchema, publicRequest, publicSchema } from './schemas.js';

const baseUrl = 'http://127.0.0.1:3000';
const document = openApiDocument({
  baseUrl,
  offered: catalogue,
  version: '1.2.3',
  recorded: readRecordedResponses(baseUrl),
});

// The document as a client reads it.
// biome-ignore lint/suspicious/noExplicitAny: a reader of the JSON knows no types of ours
const read: any = JSON.parse(JSON.stringify(document));

// biome-ignore lint/suspicious/noExplicitAny: as above
const forOperators: any = JSON.parse(JSON.stringify(operatorsDocument({ baseUrl, version: '1.2.3' })));

/** Maximum size of a document, in bytes, which editors and models read whole. */
const MAX_BYTES = 512 * 1024;

const COMPONENTS = '#/components/schemas/';

const DEFINITIONS = 'https://definitions.invalid/';
const ajv = addFormats
  .default(new Ajv2020({ strict: true, allowUnionTypes: true }))
  .addKeyword('discriminator')
  .addKeyword('x-default')
  .addKeyword('x-when')
  .addSchema({ $id: DEFINITIONS, $defs: replaceReferences('#/$defs/', read.components.schemas) });

/** Replaces references to components with references to other definitions. */
function replaceReferences(definitions: string, schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll(COMPONENTS, definitions));
}

/** Compiles a schema of the document strictly, with the schemas to which it refers. */
const compile = (schema: object) => ajv.compile(replaceReferences(`${DEFINITIONS}#/$defs/`, schema));

/** Resolves the references in a schema. */
const resolve = (shown: object): JsonSchema =>
  JSON.parse(JSON.stringify(shown), (_, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const { $ref, allOf = [], ...own } = value;
    const included = [...allOf, ...($ref ? [resolve(read.components.schemas[$ref.slice(COMPONENTS.length)])] : [])];
    if (included.length === 0) return own;
    const required = [...new Set([own, ...included].flatMap((one) => one.required ?? []))];
    const properties = Object.assign({}, ...included.map((one) => one.properties), own.properties);
    return { ...included[0], ...own, ...(own.type || included[0].properties ? { properties, required } : {}) };
  });

/** True if a contract has variants, which the test of the contracts of experiences covers. */
const hasVariants = ({ request }: { request: object }): boolean => JSON.stringify(request).includes('"variants":');

/** Removes what says nothing about values: the order of `required`, the descriptions of objects, and defaults in words, and conditions. */
const normalize = (schema: object): unknown =>
  JSON.parse(JSON.stringify(schema), (word, value) => {
    if (word === 'required' && Array.isArray(value)) return value.length > 0 ? value.sort() : undefined;
    if (word === 'description' && typeof value === 'string')
      return value.replace(/(^|; )default [^;]*$/, '') || undefined;
    if (word === 'x-when') return undefined;
    if (value?.['x-default'] !== undefined) {
      const { 'x-default': byDefault, ...rest } = value;
      return { ...rest, default: byDefault };
    }
    return value?.type === 'object' ? { ...value, description: undefined } : value;
  });

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 by an independent validator', async () => {
    for (const one of [read, forOperators]) {
      const validator = new Validator();
      const { valid, errors } = await validator.validate(structuredClone(one));
      ok(valid, JSON.stringify(errors, null, 2));
      equal(validator.version, '3.1');
    }
  });

  it('is small enough to be read whole, as is that of operators', () => {
    for (const one of [read, forOperators]) {
      const bytes = Buffer.byteLength(JSON.stringify(one));
      ok(bytes <= MAX_BYTES, `${bytes} bytes`);
    }
  });

  it('has no paths of operators, which have a document of their own', () => {
    deepEqual(Object.keys(forOperators.paths), [...new Set(operations.map(({ contract }) => contract.path))]);
    deepEqual(
      Object.keys(read.paths).filter((path) => path in forOperators.paths),
      [],
    );
  });

  it('has every endpoint with its price and rate limit', () => {
    deepEqual(Object.keys(read.paths), [
      ...new Set([...catalogue, ...accountRoutes.map(({ contract }) => contract)].map(({ path }) => path)),
    ]);
    for (const {
      command,
      contract: { path, method },
    } of operations) {
      const described = forOperators.paths[path][method.toLowerCase()];
      deepEqual(described.security, [{ adminToken: [] }], command);
    }
    for (const { path, cost, group } of catalogue) {
      const { post } = read.paths[path];
      equal(post['x-credits'], toCredits(cost));
      equal(post['x-rate-limit-per-second'], group.ratePerSecond);
    }
  });

  it('has the ids of groups, and the rules over several fields', () => {
    const groupIds = new Map(read.tags.map((tag: Record<string, string>) => [tag.name, tag['x-group']]));
    for (const { path, group, rules } of catalogue) {
      const { post } = read.paths[path];
      deepEqual(
        post.tags.map((tag: string) => groupIds.get(tag)),
        [group.id],
      );
      deepEqual(
        post['x-rules'] ?? [],
        rules.map(({ describe }) => describe),
      );
    }
    for (const {
      contract: { path, method },
    } of accountRoutes) {
      equal(groupIds.get(read.paths[path][method.toLowerCase()].tags[0]), undefined);
    }
  });

  it('has a response to each present contract (otherwise: npm run generate)', () => {
    deepEqual(outdatedAnswers(), []);
    const known = [...catalogue.map(({ id }) => id), ...accountRoutes.map(({ contract }) => contract.id)];
    deepEqual(Object.keys(readRecordedResponses(baseUrl)).sort(), known.sort());
  });

  it('needs no new recording for another description, and one for another field', () => {
    const { listPacks } = Object.fromEntries(accountRoutes.map(({ contract }) => [contract.name, contract]));
    ok(listPacks);
    const digestOf = (fields: Parameters<typeof object>[0]) =>
      contractDigest({ ...listPacks, request: object(fields) });
    const described = (description: string) => digestOf({ description: text({ description }) });
    equal(described('One'), described('Another'));
    notEqual(described('One'), digestOf({ other: text() }));
    notEqual(described('One'), digestOf({}));
  });

  it('names bodies, and what several of them share', () => {
    const text = JSON.stringify(document);
    for (const name of Object.keys(read.components.schemas)) {
      const uses = text.split(`"${COMPONENTS}${name}"`).length - 1;
      ok(uses > 0, `${name} is not used`);
    }
    const body = ({ requestBody }: { requestBody: { content: Record<string, { schema: JsonSchema }> } }): JsonSchema =>
      read.components.schemas[requestBody.content['application/json']?.schema.$ref?.slice(COMPONENTS.length) ?? ''];
    deepEqual(read.components.schemas.PageExperience.properties.page, { $ref: `${COMPONENTS}PageDocument` });
    const edit = body(read.paths['/v1/qr-experience/{id}'].patch).properties;
    deepEqual([edit?.page?.$ref, edit?.theme?.$ref], [`${COMPONENTS}PageDocument`, `${COMPONENTS}Theme`]);
  });

  it('has unique operation ids', () => {
    const names = Object.values(read.paths).flatMap((item) =>
      Object.values(Object(item)).map((operation) => Object(operation).operationId),
    );
    ok(names.every((name) => /^[a-zA-Z]+$/.test(name)));
    deepEqual([...new Set(names)], names);
  });

  for (const endpoint of catalogue) {
    const { path, errors: named, group } = endpoint;
    it(`${path}: schemas compile strictly, and its example and recorded response are valid`, () => {
      const { post } = read.paths[path];
      for (const { schema, example, examples = { only: { value: example } } } of [
        post.requestBody.content['application/json'],
        post.responses[200].content['application/json'],
      ]) {
        match(schema.$ref, /^#\/components\/schemas\/\w+$/);
        const validate = compile(schema);
        for (const [variant, { value }] of Object.entries<{ value: unknown }>(examples))
          ok(validate(value), `${variant}: ${JSON.stringify(validate.errors?.[0])}`);
      }
    });

    it(`${path}: describes every field and every declared error`, () => {
      const { post } = read.paths[path];
      const { schema } = post.requestBody.content['application/json'];
      if (!hasVariants(endpoint)) deepEqual(normalize(resolve(schema)), normalize(publicRequest(endpoint)));
      equal(post.requestBody.required, !group.readsQuery && (publicRequest(endpoint).required ?? []).length > 0);
      const answer = post.responses[200].content['application/json'].schema;
      deepEqual(normalize(resolve(answer)), normalize(publicSchema(endpoint.response)));
      if (!hasVariants(endpoint)) {
        deepEqual(
          Object.keys(resolve(schema).properties ?? {}).sort(),
          Object.keys(endpoint.request.properties).sort(),
        );
      }
      deepEqual(
        post['x-errors'] ?? [],
        named.map(({ type }) => type),
      );
      for (const { status } of named) deepEqual(post.responses[status], { $ref: `#/components/responses/${status}` });
      deepEqual(post.responses.default, { $ref: '#/components/responses/Error' });
    });
  }

  for (const { contract: route } of accountRoutes) {
    it(`${route.id}: schemas compile strictly, and its recorded response is valid`, () => {
      const { parameters, responses } = read.paths[route.path][route.method.toLowerCase()];
      const { schema, example } =
        responses[route.status ?? 200].content[route.file?.replace(/;.*/, '') ?? 'application/json'];
      const validate = compile(schema);
      ok(validate(example), JSON.stringify(validate.errors?.[0]));
      if (route.method === 'GET') {
        deepEqual(
          parameters.map(Object).map(({ name }: { name: string }) => name),
          Object.keys(route.request.properties),
        );
      }
    });
  }

  for (const { name } of allEvents) {
    it(`${name}: the schema of its message compiles strictly, and its example is valid`, () => {
      const { schema, example } = read.webhooks[name].post.requestBody.content['application/json'];
      const validate = compile(schema);
      ok(validate(example), JSON.stringify(validate.errors?.[0]));
      equal(validate({ ...Object(example), type: 'other' }), false);
    });
  }

  it('has every error that clients of the API can get', () => {
    // Console, portal, hosted pages and the studio show their errors themselves, agents and their apps speak protocols of their own, the
    // URL of an image is requested without a key, and results of batches contain errors.
    const elsewhere = new Set([
      ...readExplanations()
        .filter(({ file }) => /^features\/(console|portal|mcp|oauth|sso)\//.test(file))
        .map(({ type }) => type),
      ...[
        errors.eventFromElsewhere,
        errors.experienceProtected,
        errors.experienceEnded,
        errors.jsonOnly,
        errors.formOnly,
        errors.formFieldUnknown,
        errors.keyChanged,
        errors.imageLinkText,
        errors.imageLinkExhausted,
        errors.signedOut,
        errors.draftIsNoPage,
        errors.draftIsPage,
        errors.studioSessionEnded,
        errors.studioSessionLimited,
        errors.uploadFormOnly,
        errors.batchResultsFull,
        errors.batchItemStorageFull,
      ].map(({ type }) => type),
      errors.providerSignatureInvalid.type,
    ]);
    const documented = new Set([
      ...errorsBeforeCharge,
      ...serverErrors,
      errors.tokenNotAllowed,
      errors.adminTokenInvalid,
      errors.adminTokenUnlocksOnly,
      errors.roleTooLow,
      errors.tooManyAdminTokens,
      errors.trailUnavailable,
      ...catalogue.flatMap((endpoint) => endpoint.errors),
      ...[...accountRoutes, ...operations].flatMap(({ contract }) => contract.errors),
    ]);
    deepEqual(
      Object.values(errors).filter((kind) => !elsewhere.has(kind.type) && !documented.has(kind)),
      [],
    );
  });
});
