/**
 * Hosted pages: the mobile pages and redirects behind QR codes. Contains their documents, the public site that shows them, the account
 * API and operations by which owners and operators manage them, and the statistics of their visits.
 */

export { changePage, EDITS_PER_SECOND } from './api/change.js';
export { readPageCode } from './api/code.js';
export { exportPageEvents, listPageEvents, removePageEvents } from './api/events.js';
export { readEventsInBatches } from './api/find-events.js';
export { listPages, readHostedPage } from './api/read.js';
export { removePage } from './api/remove.js';
export { pageRoutes } from './api/routes.js';
export { exportPageStats, pageStats } from './api/stats.js';
export { listVersions, loadVersion, readVersion, restoreVersion } from './api/versions.js';
export { findOwnPage, type pageView, toPageRow, toPageView, type ViewServices } from './api/view.js';
export { nameBlocks } from './block-names.js';
export { cleanUpPages } from './clean-up-pages.js';
export {
  findPageByCode,
  findPageOwner,
  findReferencedPage,
  type HostedPage,
  type LinkPreview,
  type PageCollections,
  type PageStore,
  pageCollections,
  pageIndexes,
} from './collections.js';
export { countVisits } from './count-visits.js';
export { deletePage } from './delete-page.js';
export { createPageUrls, type PageHosts, type PageUrls } from './hosts.js';
export { computeKeyedHash } from './keyed-hash.js';
export { measureLinkFields, readLinkFields, refuseLoops } from './link-fields.js';
export { resolveLook } from './looks.js';
export {
  changePageSlug,
  dismissReports,
  listAllPages,
  restorePage,
  showPage,
  takeDownPage,
} from './operations.js';
export {
  extractPhotos,
  LOGO_NUMBER,
  type Photo,
  photoFolder,
  photoPath,
  previewMime,
  previewPath,
  savePhotos,
} from './photos.js';
export { computeSkeleton } from './reserved-slugs.js';
export { extractSearchTerms } from './search-terms.js';
export { blockExamplePath, typeExamplePath } from './site/example-pages.js';
export { blockExamples, findContentExample, SAMPLES_URL } from './site/examples.js';
export { sendStored } from './site/files.js';
export { pageAssets, type RenderedPage, renderPage } from './site/render.js';
export { isPagesPath, limitPerAddress, mountPages } from './site/routes.js';
export { redirectVisitor, sendObstacle } from './site/send-page.js';
export { hiddenStatus, isAccountClosed } from './site/visibility.js';
export { claimSlug, findSlugProblem } from './slugs.js';
export { pageSubject } from './subjects.js';
export { recordEvent, recordScan } from './visits.js';
