import type { PortalRouter } from '../pages.js';
import type { PortalServices } from '../services.js';
import { batchPages } from './batch-page.js';
import { mappingPage } from './mapping-page.js';
import { uploadPage } from './upload-page.js';

/** Pages on which members upload lists as CSV, and follow the batches that run them. */
export function batchRoutes(router: PortalRouter, services: PortalServices): void {
  uploadPage(router, services);
  mappingPage(router, services);
  batchPages(router, services);
}
