import type { Contract } from '../../../shared/contract/contract.js';
import type { Endpoint } from '../../../shared/contract/endpoint.js';
import { accountGroup, accountRoutes } from '../../account-api/index.js';
import { operations } from '../../operations/index.js';
import { accountOperation, adminGroup, adminOperation, endpointOperation, type Operation } from './operation.js';
import type { RecordedResponses } from './recorded-responses.js';
import { createErrorResponses, endpointHeaders, errorSchema, rareHeaders, writtenHeaders } from './responses.js';
import { namedSchemas } from './schemas.js';
import { webhookOperations } from './webhooks.js';

/** Content of an OpenAPI document. */
interface DocumentFacts {
  baseUrl: string;
  /** Endpoints that it describes. */
  offered: readonly Endpoint[];
  version: string;
  recorded: RecordedResponses;
}

/** The operations of one path. */
type PathItem = { readonly [method in 'get' | 'post' | 'patch' | 'delete']?: Operation };

/** A group of endpoints, or of other routes. */
interface Tag {
  name: string;
  description: string;
  /** Id of a group of endpoints. Clients are named after it. */
  'x-group'?: string;
}

/** An OpenAPI document, as far as the Postman collection reads it. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { title: string; version: string; description: string; license: object };
  readonly servers: readonly { url: string }[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<Record<string, object>>;
  readonly components: { [kind: string]: object };
  readonly externalDocs: object;
  readonly security: readonly object[];
}

/** Returns the API as an OpenAPI 3.1 document. */
export function openApiDocument({ baseUrl, offered, version, recorded }: DocumentFacts): OpenApiDocument {
  const groups = [...new Set(offered.map(({ group }) => group))];
  const routes = accountRoutes.map(({ contract }) => contract);
  const errorResponses = createErrorResponses(baseUrl);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Utility API',
      version,
      description:
        'Independent utility endpoints under one base URL. Every request is a POST that costs a fixed number of prepaid ' +
        'credits (`x-credits`), even if its input is invalid. Requests that fail on our side are not charged.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    externalDocs: { url: `${baseUrl}/docs`, description: 'Guides, and a reference with examples to try' },
    tags: [...groups.map((group) => ({ ...tag(group), 'x-group': group.id })), ...[accountGroup, adminGroup].map(tag)],
    security: [{ apiKey: [] }, { browserToken: [] }],
    paths: {
      ...groupByPath(offered.map((one) => [one, endpointOperation(one, recorded[one.id], errorResponses)])),
      ...groupByPath(routes.map((one) => [one, accountOperation(one, recorded[one.id], errorResponses)])),
      ...groupByPath(operations.map((one) => [one.contract, adminOperation(one, errorResponses)])),
    },
    webhooks: webhookOperations(),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description:
            'API key, for use on servers. Authorization: Bearer with the key and the body field api_key work too; the header takes ' +
            'precedence. Test keys (`ua_test_…`) return example responses free of charge.',
        },
        browserToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Short-lived token for browsers, created with an API key',
        },
        adminToken: {
          type: 'http',
          scheme: 'bearer',
          description: "An operator's token (ua_ops_…), or the ADMIN_TOKEN until the first admin is created",
        },
      },
      schemas: {
        ...namedSchemas([...offered, ...routes]),
        Error: errorSchema,
      },
      parameters: requestHeaders,
      headers: { ...endpointHeaders, ...rareHeaders, ...writtenHeaders },
      responses: { ...errorResponses.shared(), Accepted: accepted },
    },
  };
}

const tag = ({ title, summary }: { title: string; summary: string }): Tag => ({ name: title, description: summary });

/** Groups operations by path. */
function groupByPath(described: readonly (readonly [Contract, Operation])[]): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const [{ path, method }, operation] of described) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return paths;
}

/** Headers that a request to any endpoint may have. */
const requestHeaders = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Unique key of a request: for 24 hours, retries with the same key return the first response and are charged once',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      'Comma-separated preferences. respond-async returns 202 immediately, and you fetch the response later; with a callback_url, it ' +
      'is also sent there. wait=N does the same after N seconds. handling=strict rejects unknown fields',
    schema: {
      type: 'string',
      examples: [
        'respond-async',
        'respond-async; callback_url="https://hooks.example.com/results"',
        'wait=2',
        'handling=strict',
      ],
    },
  },
  TestAnswer: {
    name: 'X-Test-Answer',
    in: 'header',
    description:
      'Response to a request with a test key (`ua_test_…`): `slow` delays the example response, and the status or type of an error ' +
      'returns that error. Ignored with other keys',
    schema: { type: 'string', examples: ['slow', '429', 'service_unavailable'] },
  },
};

const accepted = {
  description: 'Accepted for asynchronous processing, with Prefer: respond-async or wait=N',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['job_id', 'status_url'],
        properties: { job_id: { type: 'string' }, status_url: { type: 'string', format: 'uri' } },
      },
    },
  },
};
