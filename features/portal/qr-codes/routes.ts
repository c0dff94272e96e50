import type { PortalRouter } from '../pages.js';
import type { PortalServices } from '../services.js';
import { mountCodeFiles } from './code-files.js';
import { listPage } from './list.js';
import { mountMessagesPage } from './messages.js';
import { mountOverviewPage } from './overview.js';
import { mountSettingsPage } from './settings.js';
import { mountStatisticsPage } from './statistics.js';
import { mountVersionPages } from './versions.js';

/** Pages of the account's QR codes, by the routes of the account API. */
export function mountQrCodePages(router: PortalRouter, services: PortalServices): void {
  listPage(router, services);
  mountCodeFiles(router, services);
  mountOverviewPage(router, services);
  mountStatisticsPage(router, services);
  mountMessagesPage(router, services);
  mountVersionPages(router, services);
  mountSettingsPage(router, services);
}
