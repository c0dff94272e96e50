import { deepEqual, equal, ok } from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { operations } from '../../shared/admin/operations.js';
import { catalogue } from '../../shared/catalogue/index.js';
import { toCredits } from '../../shared/credits/amounts.js';
import { errors } from '../../shared/errors.js';
import { freeErrors, ourErrors } from '../../shared/openapi/call-errors.js';
import { openApiDocument } from '../../shared/openapi/document.js';
import { readAnswers } from '../../shared/openapi/recorded-answers.js';
import { routeId, serviceRoutes } from '../../shared/openapi/service-routes.js';

const baseUrl = 'http://127.0.0.1:3000';
const document = openApiDocument({ baseUrl, version: '1.2.3', answers: readAnswers(baseUrl) });

// The document as any reader gets it.
// biome-ignore lint/suspicious/noExplicitAny: a reader of the JSON knows no types of ours
const read: any = JSON.parse(JSON.stringify(document));

const strict = () => addFormats.default(new Ajv2020({ strict: true, allowUnionTypes: true }));

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 by an independent validator', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(read));
    ok(valid, JSON.stringify(errors, null, 2));
    equal(validator.version, '3.1');
  });

  it('has every endpoint, with its price and its limit', () => {
    deepEqual(Object.keys(read.paths), [
      ...new Set([...catalogue, ...serviceRoutes, ...operations].map(({ path }) => path)),
    ]);
    for (const { path, method, command } of operations) {
      const described = read.paths[path][method.toLowerCase()];
      deepEqual(described.security, [{ adminToken: [] }], command);
    }
    for (const { path, cost, group } of catalogue) {
      const { post } = read.paths[path];
      equal(post['x-credits'], toCredits(cost));
      equal(post['x-rate-limit-per-second'], group.ratePerSecond);
    }
  });

  it('shows the examples of today, answered (else: npm run record:answers)', () => {
    const recorded = readAnswers(baseUrl);
    for (const { id, example } of catalogue) {
      const { request } = recorded[id] ?? {};
      if (example.first) deepEqual(Object.keys(request ?? {}), Object.keys(example.request), id);
      else deepEqual(request, example.request, id);
    }
    const known = [...catalogue.map(({ id }) => id), ...serviceRoutes.map(routeId)];
    deepEqual(Object.keys(recorded).sort(), known.sort());
  });

  it('names no operation twice', () => {
    const names = Object.values(read.paths).flatMap((item) =>
      Object.values(Object(item)).map((operation) => Object(operation).operationId),
    );
    ok(names.every((name) => /^[a-zA-Z]+$/.test(name)));
    deepEqual([...new Set(names)], names);
  });

  for (const { path, errors: named, group, request } of catalogue) {
    it(`${path}: schemas compile strictly (so no word of ours is in them), and the example and its recorded answer fit them`, () => {
      const ajv = strict();
      const { post } = read.paths[path];
      for (const { schema, example } of [
        post.requestBody.content['application/json'],
        post.responses[200].content['application/json'],
      ]) {
        const validate = ajv.compile(schema);
        ok(validate(example), JSON.stringify(validate.errors?.[0]));
      }
    });

    it(`${path}: describes every field and every named error`, () => {
      const { post } = read.paths[path];
      const shown = post.requestBody.content['application/json'].schema.properties ?? {};
      deepEqual(Object.keys(shown), Object.keys(request.properties));
      for (const { status, message } of named) {
        const examples = Object.values<{ value: unknown }>(post.responses[status].content['application/json'].examples);
        ok(examples.some(({ value }) => JSON.stringify(value) === JSON.stringify({ error: message, code: status })));
      }
      for (const status of [401, 402, 403, 413, 415, 429, 500, 502, 503, 504, group.inputStatus]) {
        ok(post.responses[status], String(status));
      }
    });
  }

  for (const route of serviceRoutes) {
    it(`${routeId(route)}: schemas compile strictly, and its recorded answer fits them`, () => {
      const { parameters, responses } = read.paths[route.path][route.method.toLowerCase()];
      const { schema, example } = responses[200].content['application/json'];
      const validate = strict().compile(schema);
      ok(validate(example), JSON.stringify(validate.errors?.[0]));
      if (route.method === 'GET') {
        deepEqual(
          parameters.map(Object).map(({ name }: { name: string }) => name),
          Object.keys(route.request.properties),
        );
      }
    });
  }

  it('has a place for every error that callers can get', () => {
    // Those of hosted pages and of the operators' console.
    const elsewhere = ['eventFromElsewhere', 'formFromElsewhere'];
    const documented = new Set([
      ...freeErrors,
      ...ourErrors,
      errors.adminTokenWrong,
      errors.adminTokensTooMany,
      ...catalogue.flatMap((endpoint) => endpoint.errors),
      ...[...serviceRoutes, ...operations].flatMap((route) => route.errors),
    ]);
    const missing = Object.entries(errors).filter(([name, kind]) => !elsewhere.includes(name) && !documented.has(kind));
    deepEqual(
      missing.map(([name]) => name),
      [],
    );
  });
});
