import type { PortalRouter } from '../pages.js';
import type { PortalServices } from '../services.js';
import { codeFiles } from './code-files.js';
import { listPage } from './list.js';
import { messagesPage } from './messages.js';
import { overviewPage } from './overview.js';
import { settingsPage } from './settings.js';
import { statisticsPage } from './statistics.js';
import { versionPages } from './versions.js';

/** Pages of the account's QR codes, by the routes of the account API. */
export function qrCodePages(router: PortalRouter, services: PortalServices): void {
  listPage(router, services);
  codeFiles(router, services);
  overviewPage(router, services);
  statisticsPage(router, services);
  messagesPage(router, services);
  versionPages(router, services);
  settingsPage(router, services);
}
