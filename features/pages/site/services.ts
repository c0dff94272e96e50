import type { LedgerCollections } from '../../../shared/ledger/collections.js';
import type { Clock } from '../../../shared/process/clock.js';
import type { Config } from '../../../shared/process/config.js';
import type { Logger } from '../../../shared/process/log.js';
import type { StorageCollections } from '../../../shared/storage/collections.js';
import type { Disks } from '../../../shared/storage/disks.js';
import type { MemberCollections } from '../../members/index.js';
import type { RateLimiter } from '../../web/index.js';
import type { Publish } from '../../webhooks/index.js';
import type { PageCollections } from '../collections.js';
import type { PageHosts } from '../hosts.js';

/** Services of the public pages. */
export interface SiteServices {
  readonly config: Pick<Config, 'BASE_URL' | 'COUNTRY_HEADER' | 'HOST' | 'PORT'>;
  readonly clock: Clock;
  readonly hosts: PageHosts;
  readonly log: Logger;
  readonly rateLimiter: RateLimiter;
  readonly store: PageCollections &
    Pick<LedgerCollections, 'wallets'> &
    Pick<MemberCollections, 'accounts'> &
    Pick<StorageCollections, 'files'>;
  readonly disks: Disks;
  readonly publish: Publish;
}
