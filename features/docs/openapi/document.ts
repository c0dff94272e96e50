import type { Contract } from '../../../shared/contract/contract.js';
import type { Endpoint } from '../../../shared/contract/endpoint.js';
import { errors } from '../../../shared/contract/errors.js';
import { accountGroup, accountRoutes } from '../../account-api/index.js';
import { operations } from '../../operations/index.js';
import {
  accountOperation,
  adminErrors,
  adminGroup,
  adminOperation,
  endpointOperation,
  type Operation,
} from './operation.js';
import type { RecordedResponses } from './recorded-responses.js';
import {
  describedHeaders,
  errorSchema,
  errorsBeforeCharge,
  otherHeaders,
  serverErrors,
  sharedErrorResponses,
} from './responses.js';
import { allowFieldsBesideVariants, describeDefaults, namedSchemas, ref, withoutExampleObjects } from './schemas.js';
import { messageParameters, receiverResponses, webhookOperations } from './webhooks.js';

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
  readonly info: { title: string; version: string; description: string; license: object; contact: object };
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
  const { paths, schemas } = nameBodies({
    ...groupByPath(offered.map((one) => [one, endpointOperation(one, recorded[one.id])])),
    ...groupByPath(routes.map((one) => [one, accountOperation(one, recorded[one.id])])),
  });
  const own = [errors.apiKeyInvalid, errors.tokenNotAllowed, ...[...offered, ...routes].flatMap((one) => one.errors)];
  return {
    ...describeApi('Utility API', describeConventions(baseUrl), version, baseUrl),
    externalDocs: { url: `${baseUrl}/docs`, description: 'Guides, and a reference with examples to try' },
    tags: [...groups.map((group) => ({ ...tag(group), 'x-group': group.id })), tag(accountGroup)],
    security: [{ apiKey: [] }, { browserToken: [] }],
    paths,
    webhooks: webhookOperations(),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description:
            'API key, for use on servers. Authorization: Bearer with the key and the body field api_key work too; the header takes ' +
            'precedence.',
        },
        browserToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Short-lived token for browsers, created with an API key',
        },
      },
      schemas: describeDefaults(
        allowFieldsBesideVariants(
          withoutExampleObjects({ ...namedSchemas([...offered, ...routes]), ...schemas, Error: errorSchema }),
        ),
      ),
      headers: describedHeaders,
      parameters: messageParameters,
      responses: {
        ...sharedErrorResponses(baseUrl, [...errorsBeforeCharge, errors.tokenNotAllowed, ...serverErrors], own),
        ...receiverResponses,
      },
    },
  };
}

/** Returns the operations of operators as an OpenAPI 3.1 document of their own. */
export function operatorsDocument({ baseUrl, version }: Pick<DocumentFacts, 'baseUrl' | 'version'>): OpenApiDocument {
  const contracts = operations.map(({ contract }) => contract);
  const { paths, schemas } = nameBodies(groupByPath(operations.map((one) => [one.contract, adminOperation(one)])));
  const own = [errors.adminTokenInvalid, errors.trailUnavailable, ...contracts.flatMap((contract) => contract.errors)];
  const description = 'What operators do over HTTP. Each operation has a subcommand of the command line as well.';
  return {
    ...describeApi('Utility API for operators', description, version, baseUrl),
    externalDocs: { url: `${baseUrl}/openapi.json`, description: 'The endpoints and routes of customers' },
    tags: [tag(adminGroup)],
    security: [{ adminToken: [] }],
    paths,
    webhooks: {},
    components: {
      securitySchemes: {
        adminToken: {
          type: 'http',
          scheme: 'bearer',
          description: "An operator's token (ua_ops_…), or the ADMIN_TOKEN until the first admin is created",
        },
      },
      schemas: describeDefaults({ ...namedSchemas(contracts), ...schemas, Error: errorSchema }),
      headers: describedHeaders,
      responses: sharedErrorResponses(baseUrl, adminErrors, own),
    },
  };
}

const describeApi = (title: string, description: string, version: string, baseUrl: string) => ({
  openapi: '3.1.0',
  info: {
    ...{ title, version, description, license: { name: 'MIT', identifier: 'MIT' } },
    contact: { name: 'Documentation', url: `${baseUrl}/docs` },
  },
  servers: [{ url: baseUrl }],
});

/** Describes once what holds for every operation. */
const describeConventions = (baseUrl: string): string =>
  `Independent utility endpoints under one base URL. Every request is a POST that costs a fixed number of prepaid credits (\`x-credits\`), even if its input is invalid. Requests that fail on our side are not charged.

Request bodies are JSON. Forms (\`application/x-www-form-urlencoded\`) with the same fields are accepted, too.

Every POST may have these headers, which operations do not repeat:

- \`Idempotency-Key\`: a unique key of 1 to 255 visible ASCII characters. For 24 hours, retries with the same key return the first response and are charged once.
- \`Prefer\`, at endpoints: with \`respond-async\` or \`wait=N\`, the response may be 202 and \`{"job_id", "status_url"}\`: fetch the result from \`status_url\` later, or have it sent to a \`callback_url\`. \`handling=strict\` refuses unknown fields.

Test keys (\`ua_test_…\`) return example responses free of charge. Their header \`X-Test-Answer\` selects another response: \`slow\` delays the example, and the status or type of an error returns that error.

\`x-errors\` has the error types of an operation; ${baseUrl}/docs/errors explains them. Responses have these headers, as far as they apply:

${Object.entries(otherHeaders)
  .map(([name, description]) => `- \`${name}\`: ${description}`)
  .join('\n')}`;

/** Names the bodies of operations after them: `<OperationId>Request` and `<OperationId>Response`. References keep their name. */
function nameBodies(inline: Record<string, PathItem>) {
  const schemas: Record<string, object> = {};
  const paths = structuredClone(inline);
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    const name = operation.operationId.charAt(0).toUpperCase() + operation.operationId.slice(1);
    for (const [suffix, body] of [
      ['Request', operation.requestBody],
      ['Response', operation.responses[200] ?? operation.responses[202]],
    ] as const) {
      const json = body?.content?.['application/json'];
      if (!json?.schema || '$ref' in json.schema) continue;
      schemas[name + suffix] = json.schema;
      json.schema = ref('schemas', name + suffix);
    }
  }
  return { paths, schemas };
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
