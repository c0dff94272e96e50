import type { Endpoint } from '../../shared/contract/endpoint.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import type { QueueInfrastructure } from '../../shared/queue/infrastructure.js';
import type { JobClient } from '../../shared/queue/job-client.js';
import type { Disks } from '../../shared/storage/disks.js';
import type { Quota } from '../../shared/storage/quota.js';
import type { CursorCollections } from '../../shared/store/cursors.js';
import type { ReservationCollections } from '../../shared/store/reservations.js';
import type { AccountLogCollections } from '../account-log/index.js';
import type { AlertCollections } from '../alerts/index.js';
import type { BatchCollections, CreationContext } from '../batches/index.js';
import type { PaymentCollections, Payments } from '../billing/index.js';
import type { DomainCollections } from '../domains/index.js';
import type { ImageLinkCollections } from '../image-links/index.js';
import type { InvoiceCollections } from '../invoices/index.js';
import type { AccountRequests, KeyCollections, Tokens } from '../keys/index.js';
import type { MemberCollections } from '../members/index.js';
import type { OAuthCollections } from '../oauth/index.js';
import type { OperatorCollections } from '../operators/index.js';
import type { PageCollections, PageHosts } from '../pages/index.js';
import type { RequestBodies, RequestCollections } from '../requests/index.js';
import type { OidcSettings } from '../sso/index.js';
import type { StudioCollections } from '../studio/index.js';
import type { RateLimiter } from '../web/index.js';
import type { WebhookCollections } from '../webhooks/index.js';

/** Services that the pages of the portal work with. */
export interface PortalServices {
  readonly accountRequests: AccountRequests;
  readonly batchQueue: CreationContext['batchQueue'];
  readonly bodies: RequestBodies;
  readonly clock: Clock;
  readonly config: OidcSettings<'PORTAL_OIDC'> &
    Pick<
      Config,
      | ('CONNECTED_APPS' | 'MAIL_FROM' | 'TOKEN_SECRETS')
      | ('BASE_URL' | 'HOST' | 'PAGES_URL' | 'PORT' | 'MAIL_REPLY_TO')
      | 'VISITS_KEPT_DAYS'
      | ('SELLER_ADDRESS' | 'SELLER_NAME' | 'SELLER_VAT_NUMBER' | 'SIGN_UP' | 'SIGN_UP_CREDITS')
    >;
  readonly disks: Disks;
  readonly hosts: PageHosts;
  readonly ledger: CreationContext['ledger'];
  readonly log: Logger;
  /** Endpoints that this platform offers. */
  readonly offered: readonly Endpoint[];
  readonly infrastructure: QueueInfrastructure;
  readonly payments: Payments | undefined;
  readonly quota: Quota;
  readonly rateLimiter: RateLimiter;
  readonly sender: JobClient;
  readonly signing: CreationContext['signing'];
  readonly store: AccountLogCollections &
    AlertCollections &
    BatchCollections &
    CursorCollections &
    DomainCollections &
    ImageLinkCollections &
    PageCollections &
    InvoiceCollections &
    KeyCollections &
    LedgerCollections &
    MemberCollections &
    OAuthCollections &
    Pick<OperatorCollections, 'accountViews' | 'operatorSessions' | 'operators' | 'rightsGuard'> &
    PaymentCollections &
    RequestCollections &
    ReservationCollections &
    StudioCollections &
    WebhookCollections;
  readonly targets: CreationContext['targets'];
  readonly tokens: Tokens;
}
