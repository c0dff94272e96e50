export { changePage, EDITS_PER_SECOND } from './api/change.js';
export { exportPageEvents, listPageEvents } from './api/events.js';
export { readEventsInBatches } from './api/kept-events.js';
export { listPages, readPage } from './api/read.js';
export { pageRoutes } from './api/routes.js';
export { pageStats } from './api/stats.js';
export { type pageView, toPageView } from './api/view.js';
export { cleanUpPages } from './clean-up-pages.js';
export {
  findPageByCode,
  findReferencedPage,
  type HostedPage,
  type LinkPreview,
  type PageCollections,
  pageCollections,
  pageIndexes,
} from './collections.js';
export { countVisits } from './count-visits.js';
export { deletePage } from './delete-experience.js';
export { resolveLook } from './looks.js';
export { claimSlug } from './naming.js';
export {
  changePageSlug,
  dismissReports,
  listAllPages,
  restorePage,
  showPage,
  takeDownPage,
} from './operations.js';
export { extractPhotos, LOGO_NUMBER, type Photo, photoFolder, photoPath, previewPath, savePhotos } from './photos.js';
export { extractSearchTerms } from './search-terms.js';
export { blockExamples, contentExample } from './site/examples.js';
export { isPagesPath, mountPages } from './site/routes.js';
export { blockExamplePath, typeExamplePath } from './site/samples.js';
export { hiddenStatus } from './site/shown.js';
export { computeSkeleton } from './skeleton.js';
export { recordEvent, recordScan } from './visits.js';
