import { Download, JsonStream } from '../../shared/contract/download.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import type { JobClient } from '../../shared/queue/job-client.js';
import type { Disks } from '../../shared/storage/disks.js';
import type { Quota } from '../../shared/storage/quota.js';
import type { CursorCollections } from '../../shared/store/cursors.js';
import type { ReservationCollections } from '../../shared/store/reservations.js';
import type { AlertCollections } from '../alerts/index.js';
import type { PaymentCollections, Payments } from '../billing/index.js';
import { everyScope, type Key, type KeyCollections } from '../keys/index.js';
import type { MemberCollections } from '../members/index.js';
import type { PageCollections } from '../pages/index.js';
import type { Caller } from '../web/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import type { PortalContext } from './pages.js';

type Store = AlertCollections &
  CursorCollections &
  PageCollections &
  KeyCollections &
  Pick<LedgerCollections, 'payments' | 'reversals' | 'usage' | 'usageHourly' | 'wallets'> &
  Pick<MemberCollections, 'accounts' | 'members'> &
  Pick<PaymentCollections, 'orders' | 'payers'> &
  ReservationCollections &
  Pick<WebhookCollections, 'messages' | 'webhooks'>;

interface Dependencies {
  readonly clock: Clock;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly disks: Disks;
  readonly log: Logger;
  readonly payments: Payments | undefined;
  readonly quota: Quota;
  readonly sender: JobClient;
  readonly store: Store;
}

/** What answers for programs work with when a member asks: in place of a key, all that the account may. */
export const contextOf = (
  services: Dependencies,
  { state: { member, requestId } }: PortalContext,
): Dependencies & Caller => ({
  ...services,
  requestId,
  key: keyOf(member.account, services.clock.now()),
});

/** The rights of a member, as a key that is nowhere in the store. */
const keyOf = (account: string, created: Date): Key => ({
  _id: '',
  id: 'portal',
  account,
  name: 'Portal',
  prefix: '',
  scopes: [...everyScope],
  active: true,
  expires: null,
  limits: {},
  created,
});

/** An answer that is no file. */
export function noFile<T>(answered: T | Download | JsonStream): T {
  if (answered instanceof Download || answered instanceof JsonStream)
    throw new TypeError('a file where a page was asked for');
  return answered;
}
