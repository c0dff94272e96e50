import { changePage } from './change.js';
import { readPageCode } from './code.js';
import { exportPageEvents, listPageEvents, removePageEvents } from './events.js';
import { listPages, readHostedPage } from './read.js';
import { removePage } from './remove.js';
import { exportPageStats, pageStats } from './stats.js';
import { listVersions, readVersion, restoreVersion } from './versions.js';

/** Routes of the account API for hosted pages. */
export const pageRoutes = [
  listPages,
  readHostedPage,
  readPageCode,
  changePage,
  listVersions,
  readVersion,
  restoreVersion,
  listPageEvents,
  exportPageEvents,
  pageStats,
  exportPageStats,
  removePageEvents,
  removePage,
] as const;
