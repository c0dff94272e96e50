// Single sign-on by OpenID Connect: what the sign-ins of the portal and of the console share.

export { createProvider, type Identity, type OidcSettings } from './provider.js';
export { SingleSignOn } from './single-sign-on.js';
