import type { Db } from 'mongodb';
import { ledgerCollections, ledgerIndexes } from '../shared/ledger/collections.js';
import { storageCollections, storageIndexes } from '../shared/storage/collections.js';
import { cursorCollections } from '../shared/store/cursors.js';
import { createDeclaredIndexes, type DeclaredIndexes } from '../shared/store/indexes.js';
import { reservationCollections } from '../shared/store/reservations.js';
import { accountLogCollections, accountLogIndexes } from './account-log/index.js';
import { alertCollections, alertIndexes } from './alerts/index.js';
import { batchCollections, batchIndexes } from './batches/index.js';
import { paymentCollections, paymentIndexes } from './billing/index.js';
import { blockCollections, blockIndexes } from './blocks/index.js';
import { domainCollections, domainIndexes } from './domains/index.js';
import { imageLinkCollections, imageLinkIndexes } from './image-links/index.js';
import { invoiceCollections, invoiceIndexes } from './invoices/index.js';
import { keyCollections, keyIndexes } from './keys/index.js';
import { memberCollections, memberIndexes } from './members/index.js';
import { monitoringCollections, monitoringIndexes } from './monitoring/index.js';
import { oauthCollections, oauthIndexes } from './oauth/index.js';
import { operatorCollections, operatorIndexes } from './operators/index.js';
import { pageCollections, pageIndexes } from './pages/index.js';
import { requestCollections, requestIndexes } from './requests/index.js';
import { studioCollections, studioIndexes } from './studio/index.js';
import { usageCollections } from './usage/index.js';
import { webhookCollections, webhookIndexes } from './webhooks/index.js';

/** Returns the collections of all features, for the composition roots. A feature gets those that it needs. */
export const collections = (db: Db) => ({
  ...ledgerCollections(db),
  ...storageCollections(db),
  ...reservationCollections(db),
  ...cursorCollections(db),
  ...accountLogCollections(db),
  ...alertCollections(db),
  ...batchCollections(db),
  ...blockCollections(db),
  ...paymentCollections(db),
  ...domainCollections(db),
  ...imageLinkCollections(db),
  ...invoiceCollections(db),
  ...keyCollections(db),
  ...memberCollections(db),
  ...monitoringCollections(db),
  ...oauthCollections(db),
  ...operatorCollections(db),
  ...pageCollections(db),
  ...requestCollections(db),
  ...studioCollections(db),
  ...usageCollections(db),
  ...webhookCollections(db),
});

export type Collections = ReturnType<typeof collections>;

/** Indexes of all features. */
export const indexes: DeclaredIndexes = {
  ...ledgerIndexes,
  ...storageIndexes,
  ...accountLogIndexes,
  ...alertIndexes,
  ...batchIndexes,
  ...blockIndexes,
  ...paymentIndexes,
  ...domainIndexes,
  ...imageLinkIndexes,
  ...invoiceIndexes,
  ...keyIndexes,
  ...memberIndexes,
  ...monitoringIndexes,
  ...oauthIndexes,
  ...operatorIndexes,
  ...pageIndexes,
  ...requestIndexes,
  ...studioIndexes,
  ...webhookIndexes,
};

/** Creates the indexes that are missing. @throws IndexError naming those that cannot be created */
export const createIndexes = (db: Db): Promise<void> => createDeclaredIndexes(db, indexes);
