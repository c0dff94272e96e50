import { deepEqual, equal, match } from 'node:assert/strict';
import { catalogue } from '../../../shared/contract/catalogue/index.js';
import { openApiDocument } from './document.js';
import { readRecordedResponses } from './recorded-responses.js';

// Rules of openapi-python-client 0.29.0, which drops an operation or its response with a warning where a document breaks one. Each test names
// the module of the generator that has the rule.

// biome-ignore lint/suspicious/noExplicitAny: as parsed JSON
type Json = any;

const COMPONENTS = '#/components/';

describe('the OpenAPI document by the rules of openapi-python-client', () => {
  const baseUrl = 'http://127.0.0.1:3000';
  const recorded = readRecordedResponses(baseUrl);
  const document: Json = JSON.parse(
    JSON.stringify(openApiDocument({ baseUrl, offered: catalogue, version: '1.2.3', recorded })),
  );
  const schemas: [string, Json][] = Object.entries(document.components.schemas);
  const operations: [string, Json][] = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item as object).map((operation): [string, Json] => [path, operation]),
  );

  /** Visits every object of a part of the document. */
  function visit(part: Json, found: (value: Json) => void): void {
    JSON.stringify(part, (_, value) => {
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) found(value);
      return value;
    });
  }

  const find = (reference: string): Json =>
    reference
      .slice(2)
      .split('/')
      .reduce((part, name) => part?.[name], document);

  /** Names of classes and of fields differ in more than letter case and separators. */
  const plain = (name: string): string => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();

  const duplicates = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) !== at);

  it('has a version that it reads (schema/openapi_schema_pydantic/open_api.py)', () => {
    match(document.openapi, /^3\.[01]\.\d+$/);
  });

  it('refers to components that exist, and to nothing else (parser/properties/schemas.py)', () => {
    const missing = new Set<string>();
    visit(document, ({ $ref }) => {
      if (typeof $ref === 'string' && (!$ref.startsWith(COMPONENTS) || !find($ref))) missing.add($ref);
    });
    deepEqual([...missing], []);
  });

  it('names each schema and each object inside one differently (parser/properties/model_property.py)', () => {
    const names: string[] = [];
    const nameObjects = (schema: Json, name: string): void => {
      if (schema.$ref) return;
      if (schema.properties || schema.allOf?.length > 1) names.push(plain(name));
      for (const [field, inside] of Object.entries(schema.properties ?? {})) nameObjects(inside, `${name}_${field}`);
      for (const [at, one] of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].entries())
        nameObjects(one, `${name}_type_${at}`);
      if (schema.items) nameObjects(schema.items, `${name}_item`);
    };
    for (const [name, schema] of schemas) nameObjects(schema, name);
    deepEqual(duplicates(names), []);
  });

  it('has no object without a name in a schema that is included (parser/properties/model_property.py)', () => {
    // Objects of such schemas are declared twice, which the generator refuses.
    const included = new Set<string>();
    visit(document, ({ allOf }) => {
      for (const { $ref } of Array.isArray(allOf) ? allOf : []) if ($ref) included.add($ref);
    });
    const hasObject = (schema: Json): boolean =>
      !schema.$ref &&
      (schema.properties !== undefined ||
        [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])].some(hasObject));
    const wrong = schemas
      .filter(([name]) => included.has(`${COMPONENTS}schemas/${name}`))
      .filter(([, schema]) => Object.values(schema.properties ?? {}).some(hasObject))
      .map(([name]) => name);
    deepEqual(wrong, []);
  });

  it('includes only objects (parser/properties/model_property.py)', () => {
    const wrong: string[] = [];
    visit(document, ({ allOf }) => {
      for (const { $ref } of Array.isArray(allOf) ? allOf : []) {
        const schema = $ref && find($ref);
        if (schema && (schema.anyOf || schema.oneOf || !(schema.properties || schema.allOf))) wrong.push($ref);
      }
    });
    deepEqual(wrong, []);
  });

  it('has enumerations of one type, whose values differ in more than letter case (parser/properties/enum_property.py)', () => {
    const wrong: unknown[] = [];
    visit(document, ({ enum: values }) => {
      if (!Array.isArray(values)) return;
      const types = new Set(values.map((value) => typeof value));
      const names = values.filter((value) => /^[A-Za-z]/.test(value)).map((value) => String(value).toUpperCase());
      if (types.size !== 1 || !['string', 'number'].includes([...types][0] ?? '') || duplicates(names).length > 0)
        wrong.push(values);
    });
    deepEqual(wrong, []);
  });

  it('has lists with a type of their items (parser/properties/list_property.py)', () => {
    const wrong: Json[] = [];
    visit(document, (schema) => {
      if (schema.type === 'array' && !schema.items && !schema.prefixItems) wrong.push(schema);
    });
    deepEqual(wrong, []);
  });

  it('has parameters for the fields of a path, and each name once (parser/openapi.py)', () => {
    for (const [path, { operationId, parameters = [] }] of operations) {
      const all: Json[] = parameters.map((one: Json) => (one.$ref ? find(one.$ref) : one));
      const inPath = all.filter((one) => one.in === 'path');
      const expected = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      deepEqual(inPath.map(({ name }) => name).sort(), expected.sort(), operationId);
      equal(
        inPath.every(({ required }) => required),
        true,
        operationId,
      );
      deepEqual(duplicates(all.map(({ name, in: place }) => `${place} ${plain(name)}`)), [], operationId);
    }
  });

  it('has bodies in JSON, with a schema (parser/bodies.py)', () => {
    for (const [, { operationId, requestBody }] of operations) {
      if (!requestBody) continue;
      deepEqual(Object.keys(requestBody.content), ['application/json'], operationId);
      equal(typeof requestBody.content['application/json'].schema, 'object', operationId);
    }
  });

  it('responds in JSON or text but for files, under statuses that are numbers (parser/responses.py)', () => {
    const files: string[] = [];
    for (const [, { operationId, responses }] of operations) {
      for (const [status, response] of Object.entries<Json>(responses)) {
        match(status, /^([1-5]\d\d|[1-5]XX|default)$/, operationId);
        const { content = {} } = response.$ref ? find(response.$ref) : response;
        const types = Object.keys(content);
        if (types.some((type) => type !== 'application/json' && !type.startsWith('text/'))) files.push(operationId);
      }
    }
    // Their responses are left to the caller of the generated code, as bytes.
    deepEqual(files.sort(), ['batchResults', 'drawQrDraft', 'experienceCode', 'invoicePdf']);
  });

  it('has ids of operations that are different names of modules (parser/openapi.py)', () => {
    deepEqual(duplicates(operations.map(([, { operationId }]) => plain(operationId))), []);
  });
});
