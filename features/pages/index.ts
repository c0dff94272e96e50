export { changeExperience, EDITS_PER_SECOND } from './api/change.js';
export { exportEvents, listEvents } from './api/events.js';
export { eventsInBatches } from './api/kept-events.js';
export { listExperiences, readExperience } from './api/read.js';
export { experienceRoutes } from './api/routes.js';
export { experienceStats } from './api/stats.js';
export { type experienceView, viewOf } from './api/view.js';
export { cleanUpPages } from './clean-up-pages.js';
export {
  type Experience,
  type ExperienceCollections,
  experienceCollections,
  experienceIndexes,
  findByCode,
  findNamed,
  type Preview,
} from './collections.js';
export { countVisits } from './count-visits.js';
export { deleteExperience } from './delete-experience.js';
export { lookOf } from './looks.js';
export { claimSlug } from './naming.js';
export {
  dismissReports,
  listAllExperiences,
  renameExperience,
  restoreExperience,
  showExperience,
  takeDown,
} from './operations.js';
export { keepPhotos, LOGO_NUMBER, type Photo, photoFolder, photoPath, previewPath, takeOutPhotos } from './photos.js';
export { searchTerms } from './search-terms.js';
export { blockExamples, contentExample } from './site/examples.js';
export { experiencePages, isPagesPath } from './site/routes.js';
export { samplePath, typeSamplePath } from './site/samples.js';
export { hiddenStatus } from './site/shown.js';
export { computeSkeleton } from './skeleton.js';
export { recordEvent, recordScan } from './visits.js';
