// Domains: host names of customers on which their hosted pages are shown. Contains their documents, the routes that manage them, their
// verification by DNS, and the look-ups by which fronts and workers find them.

export { type Domain, type DomainCollections, domainCollections, domainIndexes, domainKey } from './collections.js';
export { DomainHosts, findDefaultHost, type HostOwner } from './hosts.js';
export { isLocalHost, listPlatformHosts } from './read-host.js';
export {
  changeDomain,
  createDomain,
  type DomainContext,
  deleteDomain,
  domainRoutes,
  listDomains,
  readDomain,
  verifyDomain,
} from './routes.js';
export { domainSubject } from './subjects.js';
export { createTlsCheck } from './tls.js';
export { verifyDomains } from './verify-domains.js';
export { toDomainView } from './view.js';
