import { changeExperience } from './change.js';
import { exportEvents, listEvents, removeEvents } from './events.js';
import { listExperiences, readExperience } from './read.js';
import { removeExperience } from './remove.js';
import { experienceStats } from './stats.js';
import { listVersions, readVersion, restoreVersion } from './versions.js';

/** What accounts ask about their hosted pages. */
export const experienceRoutes = [
  listExperiences,
  readExperience,
  changeExperience,
  listVersions,
  readVersion,
  restoreVersion,
  listEvents,
  exportEvents,
  experienceStats,
  removeEvents,
  removeExperience,
] as const;
