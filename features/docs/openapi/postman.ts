import type { OpenApiDocument } from './document.js';
import type { Operation } from './operation.js';
import type { Examples } from './request-examples.js';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const VARIABLES = { baseUrl: '{{baseUrl}}', apiKey: '{{apiKey}}' };

/**
 * Returns the API as a Postman collection (format 2.1.0): a folder for each group, a request with the example's body for
 * each endpoint. The key is a variable of the collection, `apiKey`.
 */
export function postmanCollection({ info, servers, tags, paths }: OpenApiDocument): object {
  const requests = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return {
    info: { name: info.title, description: info.description, version: info.version, schema: SCHEMA },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-API-Key', type: 'string' },
        { key: 'value', value: VARIABLES.apiKey, type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'baseUrl', value: servers[0]?.url ?? '', type: 'string' },
      { key: 'apiKey', value: '', type: 'string' },
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: requests.filter(({ operation }) => operation.tags.includes(name)).map(requestItem),
    })),
  };
}

interface Request {
  method: string;
  path: string;
  operation: Operation;
}

function requestItem({ method, path, operation }: Request): object {
  const { summary, description, requestBody, parameters } = operation;
  const json = requestBody?.content['application/json'];
  const named = parameters.flatMap((parameter) => ('$ref' in parameter ? [] : [parameter]));
  const query = json ? [] : named.filter((parameter) => parameter.in === 'query');
  const withVariables = path.replace(/\{(\w+)\}/g, ':$1');
  const request = {
    method,
    description,
    header: json ? [{ key: 'Content-Type', value: 'application/json' }] : [],
    url: {
      raw: VARIABLES.baseUrl + withVariables,
      host: [VARIABLES.baseUrl],
      path: withVariables.slice(1).split('/'),
      query: query.map(({ name, example }) => ({
        key: name,
        value: String(example ?? ''),
        disabled: example === undefined,
      })),
      variable: named
        .filter((parameter) => parameter.in === 'path')
        .map(({ name, example }) => ({ key: name, value: String(example ?? '') })),
    },
    ...(json && {
      body: { mode: 'raw', raw: JSON.stringify(firstExample(json), null, 2), options: { raw: { language: 'json' } } },
    }),
  };
  return { name: summary, request, response: exampleResponses(operation, request) };
}

const firstExample = (body: Examples): unknown =>
  'example' in body ? body.example : Object.values(body.examples)[0]?.value;

/** Returns the recorded response as an example, which Postman shows and its mock servers serve. */
function exampleResponses({ responses }: Operation, originalRequest: object): object[] {
  const isAccepted = responses['200'] === undefined;
  const success = isAccepted ? responses['202'] : responses['200'];
  const [type = '', { example } = {}] = Object.entries(success?.content ?? {})[0] ?? [];
  if (example === undefined) return [];
  const isJson = type === 'application/json';
  return [
    {
      name: 'Success',
      originalRequest,
      status: isAccepted ? 'Accepted' : 'OK',
      code: isAccepted ? 202 : 200,
      _postman_previewlanguage: isJson ? 'json' : 'text',
      header: [{ key: 'Content-Type', value: `${type}; charset=utf-8` }],
      cookie: [],
      body: isJson ? JSON.stringify(example, null, 2) : String(example),
    },
  ];
}
