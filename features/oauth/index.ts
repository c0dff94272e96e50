// OAuth 2.1 for apps that connect to the MCP server by its URL alone: the authorization server, its clients, and the connections that members
// have allowed. Written by hand on opaque tokens: the pages, sessions and keys that an authorization server needs exist already.

export { Clients } from './clients.js';
export { type OAuthCollections, oauthCollections, oauthIndexes } from './collections.js';
export { Connections, REFRESH_DAYS } from './connections.js';
export { createConnectEntry } from './entry.js';
export { CONNECT_PATH, connectUrl, isConnectable } from './metadata.js';
export { MetadataDocuments } from './metadata-documents.js';
export { addParameters, describeTarget, isVerified, toPolicySource } from './redirect-uris.js';
export { mountOAuth } from './routes.js';
