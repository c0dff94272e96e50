/** A JSON Schema, as far as its parts are looked at here. */
export interface Schema {
  $ref?: string;
  allOf?: readonly Schema[];
  type?: string;
  enum?: readonly unknown[];
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
}

interface Body {
  content: { 'application/json': { schema: Schema } } & Readonly<Record<string, unknown>>;
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
  tags: readonly string[];
  /** A sentence about the operation, and one for each rule over several fields, as paragraphs. */
  description: string;
  parameters: readonly ({ $ref: string } | Parameter)[];
  requestBody?: Body;
  responses: { 200: Body };
  /** Given where another credential is needed than a customer's. */
  security?: readonly object[];
  'x-credits': number;
  /** Says of requests what their schema does not: which fields are needed without others. */
  'x-rules'?: readonly string[];
}

/** The parts of the service's OpenAPI document from which the client is made. */
export interface OpenApiDocument {
  info: object;
  tags: readonly { name: string; description: string; 'x-group'?: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}

/** One operation, as a method of the client. */
export interface Call {
  /** To which `Request` and `Answer` are added, e.g. `CurrencyConvert`. */
  name: string;
  operationId: string;
  /** The last part of its path as one word: its method in its group, e.g. `convert`. */
  method: string;
  http: 'GET' | 'POST' | 'PATCH';
  path: string;
  comment: readonly string[];
  request: Schema;
  answer: Schema;
  /** Whether it makes sense without any field. */
  isOptional: boolean;
  /** Whether it can answer a file instead of JSON. */
  answersFiles: boolean;
}

/** A group of endpoints: a property of the client with a method for each, or a method itself when it is one endpoint. */
export interface Group {
  name: string;
  comment: readonly string[];
  calls: readonly Call[];
  isOneCall: boolean;
}

/** What the client can do: by group, and beside the groups. */
export interface Calls {
  groups: readonly Group[];
  others: readonly Call[];
}

/**
 * The calls of the client. Operations that need another credential than a customer's are not among them, nor those with
 * a parameter in their path: what the client does with these is written by hand.
 */
export function callsOf(document: OpenApiDocument): Calls {
  const all = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security }]) => takesKeys(security) && !path.includes('{'))
      .map(([http, operation]) => ({ tags: operation.tags, call: callOf(http, path, operation, document) })),
  );
  const tagged = (tag: string) => all.filter(({ tags }) => tags.includes(tag)).map(({ call }) => call);
  const groups = document.tags.flatMap(({ name: tag, description, 'x-group': id }): Group[] => {
    if (id === undefined) return [];
    const calls = tagged(tag);
    const isOneCall = calls.length === 1 && calls[0]?.path === `/v1/${id}`;
    return [{ name: camelCase(id), comment: [`${description}.`], calls, isOneCall }];
  });
  const ofGroups = new Set(groups.flatMap(({ calls }) => calls));
  return { groups, others: all.map(({ call }) => call).filter((call) => !ofGroups.has(call)) };
}

/** Whether an operation takes a customer's key; it does unless it says what it takes instead. */
const takesKeys = (security: Operation['security']): boolean =>
  security === undefined || security.some((scheme) => 'apiKey' in scheme);

function callOf(http: string, path: string, operation: Operation, { components }: OpenApiDocument): Call {
  const { operationId, description, responses, 'x-credits': credits, 'x-rules': rules = [] } = operation;
  const answersFiles = Object.keys(responses[200].content).some((type) => !type.includes('json'));
  const request = answersFiles ? withoutDownload(requestOf(operation)) : requestOf(operation);
  return {
    name: operationId.charAt(0).toUpperCase() + operationId.slice(1),
    operationId,
    method: camelCase(path.slice(path.lastIndexOf('/') + 1)),
    http: methodOf(http),
    path,
    comment: [
      ...description.split('\n\n'),
      `\`${http.toUpperCase()} ${path}\`, ${credits ? `${credits} credits` : 'free'}.`,
    ],
    request,
    answer: responses[200].content['application/json'].schema,
    isOptional: rules.length === 0 && !needsFields(request, components.schemas),
    answersFiles,
  };
}

/** @throws Error for a method that the client does not send */
function methodOf(http: string): Call['http'] {
  const method = http.toUpperCase();
  if (method === 'GET' || method === 'POST' || method === 'PATCH') return method;
  throw new Error(`the client sends no ${method}`);
}

/** The fields of a call, wherever it sends them. */
function requestOf({ requestBody, parameters }: Operation): Schema {
  if (requestBody) return requestBody.content['application/json'].schema;
  const fields = parameters.flatMap((parameter) => ('in' in parameter && parameter.in === 'query' ? [parameter] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(({ name, description, schema }) => [name, { ...schema, ...(description ? { description } : {}) }]),
    ),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Whether a file or JSON is answered is told by which method is called. */
function withoutDownload(schema: Schema): Schema {
  const { download: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}

function needsFields({ required = [], allOf = [], $ref }: Schema, schemas: Readonly<Record<string, Schema>>): boolean {
  const referred = $ref ? schemas[$ref.slice($ref.lastIndexOf('/') + 1)] : undefined;
  return required.length > 0 || [...allOf, ...(referred ? [referred] : [])].some((one) => needsFields(one, schemas));
}

/** An id as one word, e.g. `video-platform/search` → `videoPlatformSearch`. */
const camelCase = (id: string): string => id.replace(/[/-]+(\w)/g, (_, letter: string) => letter.toUpperCase());
