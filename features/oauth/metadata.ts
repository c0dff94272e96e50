import { baseUrl, type Config } from '../../shared/process/config.js';

type Settings = Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;

/** True if apps can connect: their members allow it in the portal, and their requests have browser tokens. */
export const isConnectable = ({
  CONNECTED_APPS,
  MAIL_FROM,
  TOKEN_SECRETS,
}: Pick<Config, 'CONNECTED_APPS' | 'MAIL_FROM' | 'TOKEN_SECRETS'>): boolean =>
  CONNECTED_APPS === 'on' && MAIL_FROM !== undefined && TOKEN_SECRETS !== undefined;

/** Path of the MCP server for connected apps. */
export const CONNECT_PATH = '/mcp/connect';

/** The only scope. What a connection may use is chosen by the member who allows it. */
export const SCOPE = 'mcp';

const PROTECTED_RESOURCE = '/.well-known/oauth-protected-resource';

export const paths = {
  /** Metadata of the resource, also below the path that clients try first. */
  resource: [`${PROTECTED_RESOURCE}${CONNECT_PATH}`, PROTECTED_RESOURCE],
  /** Metadata of the authorization server; some clients know only the path of OpenID Connect. */
  server: ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'],
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
};

/** Returns the URL of the MCP server for connected apps, the resource that access tokens are for. */
export const connectUrl = (config: Settings): string => baseUrl(config) + CONNECT_PATH;

/** Metadata of the resource (RFC 9728). */
export const describeResource = (config: Settings) => ({
  resource: connectUrl(config),
  authorization_servers: [baseUrl(config)],
  scopes_supported: [SCOPE],
  bearer_methods_supported: ['header'],
  resource_name: 'utility-api',
  resource_documentation: `${baseUrl(config)}/docs/connectors`,
});

/** Metadata of the authorization server (RFC 8414, RFC 9207, client ID metadata documents). */
export function describeServer(config: Settings) {
  const issuer = baseUrl(config);
  return {
    issuer,
    authorization_endpoint: issuer + paths.authorize,
    token_endpoint: issuer + paths.token,
    registration_endpoint: issuer + paths.register,
    revocation_endpoint: issuer + paths.revoke,
    scopes_supported: [SCOPE],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${issuer}/docs/connectors`,
  };
}

/** Creates the header `WWW-Authenticate` of a 401, by which apps find out how to connect. @param error absent without a token */
export const createAuthenticateHeader = (config: Settings, error?: 'invalid_token'): string =>
  `Bearer ${error ? `error="${error}", ` : ''}resource_metadata="${baseUrl(config)}${paths.resource[0]}", scope="${SCOPE}"`;
