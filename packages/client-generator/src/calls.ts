/** A JSON Schema, with the keywords that the generator reads. */
export interface Schema {
  $ref?: string;
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  /** The kinds of an object, told apart by the word of one of their fields. */
  oneOf?: readonly Schema[];
  type?: string;
  format?: string;
  /** Values of the requests that get it, among several responses. */
  'x-when'?: Readonly<Record<string, string>>;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: Schema;
  items?: Schema;
  required?: readonly string[];
}

interface Body {
  /** Routes that respond with a file have no JSON response. */
  content: {
    'application/json'?: { schema: Schema; examples?: Readonly<Record<string, unknown>> };
  } & Readonly<Record<string, unknown>>;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Operation {
  operationId: string;
  /** In a few words. */
  summary: string;
  tags: readonly string[];
  /** A sentence about the operation, and one for each rule over several fields, as paragraphs. */
  description: string;
  parameters: readonly ({ $ref: string } | Parameter)[];
  requestBody?: Body;
  /** A success is a 200, or a 202 of what only begins then. */
  responses: { 200?: Body; 202?: Body } & Readonly<Record<string, Partial<Body>>>;
  /** Given where another credential is needed than a customer's. */
  security?: readonly object[];
  /** Given where the response may be a file instead of JSON. */
  'x-returns-file'?: string;
  /** Types of the errors that it has beside those of all operations. */
  'x-errors'?: readonly string[];
  'x-credits': number;
  'x-credits-per'?: string;
  /** Says of requests what their schema does not: which fields are needed without others. */
  'x-rules'?: readonly string[];
  /** Fields that requests with certain values require. */
  'x-requires'?: readonly Requirement[];
}

/** Fields that requests with these values require. */
interface Requirement {
  readonly when: Readonly<Record<string, string>>;
  readonly fields: readonly string[];
}

/** One of several responses, and the values of the requests that get it. */
interface ResponseVariant {
  readonly when: Readonly<Record<string, string>>;
  /** Name of its schema. */
  readonly name: string;
}

/** The parts of the service's OpenAPI document from which the client is made. */
export interface OpenApiDocument {
  info: object;
  tags: readonly { name: string; description: string; 'x-group'?: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** Messages to webhooks, by the type of their event. */
  webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  components: { schemas: Readonly<Record<string, Schema>>; responses: Readonly<Record<string, Partial<Body>>> };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One operation, as a method of the clients. */
export interface Call {
  /** Path of an endpoint without the version, e.g. `currency/convert`, or the operation of a route. */
  id: string;
  /** To which `Request` and `Response` are added, e.g. `CurrencyConvert`. */
  name: string;
  /** The words of its method: of its path's last part in a group, e.g. `convert`, else of its operation's id. */
  method: readonly string[];
  http: Method;
  path: string;
  title: string;
  /** A sentence about it. */
  about: string;
  /** Requirements of its requests that their schema does not express. */
  rules: readonly string[];
  /** Its price; nothing is free of charge but routes. */
  credits: number;
  /** All of that for people. */
  comment: readonly string[];
  request: Schema;
  response: Schema;
  /** The responses, if they depend on values of the request. */
  variants: readonly ResponseVariant[];
  requirements: readonly Requirement[];
  /** True if a request without any field is valid. */
  isOptional: boolean;
  /** True if it can respond with a file instead of JSON. */
  returnsFile: boolean;
  /** Given for a list that is read page by page. */
  paging: Paging | undefined;
}

/** Names of the fields by which a list is read page by page: items and cursor of the response, cursor of the request. */
export interface Paging {
  readonly items: string;
  readonly next: string;
  readonly cursor: string;
}

/** A group of endpoints: a property of the clients with a method for each, or a method itself when it is one endpoint. */
export interface Group {
  /** The words of its id. */
  name: readonly string[];
  title: string;
  comment: readonly string[];
  calls: readonly Call[];
  isOneCall: boolean;
}

/** Operations of the clients, by group and outside of groups. */
export interface Calls {
  groups: readonly Group[];
  routes: readonly Call[];
}

/** Returns the operations of all groups and outside of groups. */
export const allCalls = ({ groups, routes }: Calls): Call[] => [...groups.flatMap(({ calls }) => calls), ...routes];

/** Routes whose methods are written by hand in the clients: those of a job. */
const WRITTEN_BY_HAND = ['job', 'cancelJob'];

/** Returns the calls of the clients. Operations that need another credential than a customer's are not among them. */
export function readCalls(document: OpenApiDocument): Calls {
  const all = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security, operationId }]) => takesKeys(security) && !WRITTEN_BY_HAND.includes(operationId))
      .map(([http, operation]) => ({ http, path, operation })),
  );
  const tags = document.tags.flatMap(({ 'x-group': id, ...tag }) => (id === undefined ? [] : [{ ...tag, id }]));
  const groups = tags.map(({ name: title, description, id }): Group => {
    const calls = all
      .filter(({ operation }) => operation.tags.includes(title))
      .map(({ http, path, operation }) => {
        const method = splitWords(path.slice(path.lastIndexOf('/') + 1));
        return readCall({ id: path.replace('/v1/', ''), method, http, path, operation }, document);
      });
    const isOneCall = calls.length === 1 && calls[0]?.path === `/v1/${id}`;
    return { name: splitWords(id), title, comment: [`${description}.`], calls, isOneCall };
  });
  const routes = all
    .filter(({ operation }) => !tags.some(({ name }) => operation.tags.includes(name)))
    .map(({ http, path, operation }) => {
      const { operationId: id } = operation;
      return readCall({ id, method: splitWords(id), http, path, operation }, document);
    });
  return { groups, routes };
}

/**
 * Returns a document with the bodies in place that are named after their operation, as the clients name them themselves, and with defaults
 * where JSON Schema has them.
 */
export function inlineBodies(document: OpenApiDocument): OpenApiDocument {
  const { components } = document;
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const names = new Set(
    operations.flatMap(({ operationId: id }) => ['Request', 'Response'].map((suffix) => createTypeName(id) + suffix)),
  );
  const all = withDefaults(components.schemas);
  const paths = JSON.parse(JSON.stringify(document.paths), (_, value) => {
    const name = typeof value?.$ref === 'string' ? referredName(value.$ref) : '';
    return names.has(name) ? all[name] : value;
  });
  const schemas = Object.fromEntries(Object.entries(all).filter(([name]) => !names.has(name)));
  return { ...document, paths, components: { ...components, schemas } };
}

/** Returns schemas with `x-default` as the `default` that the document describes in words. */
const withDefaults = (schemas: OpenApiDocument['components']['schemas']): OpenApiDocument['components']['schemas'] =>
  JSON.parse(JSON.stringify(schemas), (_, value) => {
    if (value?.['x-default'] === undefined) return value;
    const { 'x-default': byDefault, description, ...schema } = value;
    const about = String(description ?? '').replace(/(^|; )default [^;]*$/, '');
    return { ...schema, ...(about && { description: about }), default: byDefault };
  });

/** `createToken` → `CreateToken`. */
const createTypeName = (operationId: string): string => operationId.charAt(0).toUpperCase() + operationId.slice(1);

/** Returns the bodies of webhook deliveries by the name of their type, e.g. `JobCompletedEvent`. */
export const listEvents = ({ webhooks }: OpenApiDocument): Map<string, Schema> =>
  new Map(
    Object.values(webhooks).flatMap(({ post: { operationId, requestBody } }) => {
      const schema = requestBody?.content['application/json']?.schema;
      return schema ? [[`${createTypeName(operationId)}Event`, schema] as const] : [];
    }),
  );

/** Returns the types of all errors: those of every operation, those that operations name, and those of fields. */
export function listErrorTypes({ paths, components }: OpenApiDocument): string[] {
  const named = Object.values(paths).flatMap((operations) =>
    Object.values(operations).flatMap((operation) => operation['x-errors'] ?? []),
  );
  const common = Object.values(components.responses).flatMap(({ content }) =>
    Object.keys(content?.['application/json']?.examples ?? {}),
  );
  const ofFields = components.schemas.Error?.properties?.errors?.items?.properties?.type?.examples ?? [];
  return [...new Set([...named, ...common, ...ofFields.map(String)])].sort();
}

/** True if an operation takes a customer's key, which is the default. */
const takesKeys = (security: Operation['security']): boolean =>
  security === undefined || security.some((scheme) => 'apiKey' in scheme);

function readCall(
  { http, operation, ...names }: Pick<Call, 'id' | 'method' | 'path'> & { http: string; operation: Operation },
  document: OpenApiDocument,
): Call {
  const {
    operationId,
    summary,
    description,
    responses,
    'x-credits': credits = 0,
    'x-credits-per': per,
    'x-rules': rules = [],
    'x-requires': requirements = [],
  } = operation;
  const { content = {} } = responses[200] ?? responses[202] ?? {};
  const returnsFile =
    operation['x-returns-file'] !== undefined || Object.keys(content).some((type) => !JSON_TYPE.test(type));
  const request = returnsFile ? withoutDownload(readRequest(operation)) : readRequest(operation);
  const response = content['application/json']?.schema ?? FILE;
  const sentences = description.split('\n\n');
  return {
    ...names,
    name: createTypeName(operationId),
    http: readMethod(http),
    title: summary,
    about: sentences[0] ?? summary,
    rules,
    credits,
    comment: [
      ...sentences,
      `\`${http.toUpperCase()} ${names.path}\`, ${credits ? `${credits} credits${per ? ` a ${per}` : ''}` : 'free'}.`,
    ],
    request,
    response,
    variants: listVariants(response),
    requirements,
    isOptional: rules.length === 0 && !needsFields(request, document),
    returnsFile,
    paging: findPaging(request, response, document),
  };
}

/** Returns the responses among which values of the request choose. */
const listVariants = ({ anyOf = [] }: Schema): ResponseVariant[] =>
  anyOf.flatMap(({ $ref, 'x-when': when }) => ($ref && when ? [{ when, name: referredName($ref) }] : []));

/** Returns the paging of a list: its request has a cursor, its response the next one and one list. */
function findPaging(request: Schema, response: Schema, document: OpenApiDocument): Paging | undefined {
  const fields = listFields(response, document);
  const lists = [...fields].filter(([, { schema }]) => resolveSchema(schema, document).type === 'array');
  const [items] = lists.map(([name]) => name);
  const sent = listFields(request, document);
  const cursors = CURSORS.find(({ cursor, next }) => sent.has(cursor) && fields.has(next));
  return cursors && items !== undefined && lists.length === 1 ? { items, ...cursors } : undefined;
}

/** Names of a request's cursor and of the next one in its response. */
const CURSORS = [
  { cursor: 'after', next: 'next' },
  { cursor: 'cursor', next: 'next_cursor' },
] as const;
/** Media type of a JSON document; JSON lines (`application/x-ndjson`) are a file. */
const JSON_TYPE = /[/+]json\b/;

/** Response of a route that returns a file and nothing else. */
const FILE: Schema = { type: 'string', format: 'binary' };

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function readMethod(http: string): Method {
  const method = METHODS.find((one) => one.toLowerCase() === http);
  if (!method) throw new Error(`No client speaks ${http}`);
  return method;
}

/** Returns the fields of a call: those of its path, and those of its body or, without one, of its query. */
function readRequest({ requestBody, parameters = [] }: Operation): Schema {
  const sent = requestBody?.content['application/json']?.schema;
  const fields = parameters.flatMap((parameter) =>
    'in' in parameter && (parameter.in === 'path' || (parameter.in === 'query' && !sent)) ? [parameter] : [],
  );
  if (sent && fields.length === 0) return sent;
  const described = fields.map(({ name, description, schema }) => [
    name,
    { ...schema, ...(description ? { description } : {}) },
  ]);
  return {
    type: 'object',
    ...(sent ? { allOf: [sent] } : {}),
    properties: Object.fromEntries(described),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Returns a request without `download`: the method that is called decides between a file and JSON. */
function withoutDownload(schema: Schema): Schema {
  const { download: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}

const needsFields = (schema: Schema, document: OpenApiDocument): boolean =>
  [...listFields(schema, document).values()].some(({ isRequired }) => isRequired);

/** Returns a schema, with the schema that it refers to in the place of its reference. */
export function resolveSchema(schema: Schema, document: OpenApiDocument): Schema {
  const { $ref, ...own } = schema;
  if ($ref === undefined) return schema;
  const referred = document.components.schemas[referredName($ref)];
  if (!referred) throw new Error(`${$ref} leads nowhere`);
  return { ...resolveSchema(referred, document), ...own };
}

/** The name that a reference refers to. */
export const referredName = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

export interface Field {
  schema: Schema;
  isRequired: boolean;
}

/** Returns the fields of an object in two parts: the named objects whose fields it includes, and its own. */
export function listParts(
  schema: Schema,
  document: OpenApiDocument,
): { includes: readonly string[]; own: ReadonlyMap<string, Field> } {
  const { $ref, allOf = [], ...rest } = schema;
  if ($ref !== undefined) return { includes: [referredName($ref)], own: new Map() };
  const parts = allOf.map((part) => listParts(part, document));
  return {
    includes: parts.flatMap(({ includes }) => includes),
    own: new Map([...parts.flatMap(({ own }) => [...own]), ...listFields(rest, document)]),
  };
}

/** Returns all fields of an object by name, those of the schemas that it includes before its own. */
export function listFields(schema: Schema, document: OpenApiDocument): Map<string, Field> {
  const { allOf = [], oneOf = [], properties = {}, required = [] } = resolveSchema(schema, document);
  const fields = new Map(allOf.flatMap((included) => [...listFields(included, document)]));
  for (const [name, field] of listKindFields(oneOf, document)) fields.set(name, field);
  for (const [name, own] of Object.entries(properties)) fields.set(name, { schema: own, isRequired: false });
  for (const [name, field] of fields)
    fields.set(name, { ...field, isRequired: field.isRequired || required.includes(name) });
  return fields;
}

/** Returns the fields that some kind of an object has. A field is required if all kinds require it. */
function listKindFields(kinds: readonly Schema[], document: OpenApiDocument): ReturnType<typeof listFields> {
  const each = kinds.map((kind) => listFields(kind, document));
  const names = new Set(each.flatMap((fields) => [...fields.keys()]));
  return new Map(
    [...names].map((name) => {
      const found = each.flatMap((fields) => fields.get(name) ?? []);
      const isRequired = found.length === each.length && found.every((field) => field.isRequired);
      return [name, { schema: combineAlternatives(found.map(({ schema }) => schema)), isRequired }];
    }),
  );
}

/** Returns the schema of a value that one of several schemas describes. Constants become one enumeration. */
function combineAlternatives(schemas: readonly Schema[]): Schema {
  const words = schemas.flatMap((schema) => (schema.const === undefined ? [] : [schema.const]));
  const about = schemas.find(({ description }) => description)?.description;
  const described = about ? { description: about } : {};
  if (words.length === schemas.length) return { type: 'string', enum: words, ...described };
  const [first = {}, ...others] = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return others.length === 0 ? first : { anyOf: [first, ...others], ...described };
}

/** The words of an id, e.g. `video-platform/search` → video, platform, search, and `createToken` → create, token. */
const splitWords = (id: string): string[] =>
  id
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[/-]+/);
