import { MOST_LIVE_KEYS } from '../../../shared/contract/bounds.js';
import { errors } from '../../../shared/contract/errors.js';
import { describeBudget } from '../../../shared/ledger/budget.js';
import { type Key, keySubject, live } from '../../keys/index.js';
import { Connections, connectUrl, isConnectable } from '../../oauth/index.js';
import { findLastUseOfKeys } from '../../requests/index.js';
import { readDone } from '../../web/index.js';
import { handleForm, type PortalContext, type PortalRouter, showPage } from '../pages.js';
import type { PortalServices } from '../services.js';

const PATH = '/account/connections';

const DONE: Record<string, string> = { ended: 'App disconnected.' };

/** The page of the apps that are connected to the account, on which members disconnect them. */
export function connectionPages(
  router: PortalRouter,
  { store, clock, config }: Pick<PortalServices, 'clock' | 'config' | 'store'>,
): void {
  const connections = new Connections(store, clock);

  router.get('/connections', async (ctx) => {
    const { account } = ctx.state.member;
    const now = clock.now();
    const [keys, wallet] = await Promise.all([
      store.keys
        .find(
          { account, connection: { $exists: true }, ...live(now) },
          { sort: { created: 1, id: 1 }, limit: MOST_LIVE_KEYS },
        )
        .toArray(),
      store.wallets.findOne({ _id: account }, { projection: { budgets: 1 } }),
    ]);
    const ids = keys.map(({ id }) => id);
    const used = await findLastUseOfKeys(store, account, ids, now);
    const apps = keys.map((key) => ({
      ...{ key: key.id, name: key.name, created: key.created, ...key.connection },
      ...describeBudget(key, wallet?.budgets, now),
      lastUsed: used.get(key.id),
    }));
    const url = isConnectable(config) ? connectUrl(config) : undefined;
    showPage(ctx, 'connections', { title: 'Connected apps', apps, url, done: readDone(DONE, ctx.query) });
  });

  /** @throws ApiError 404 for a connection of another account */
  const findConnection = async ({ params: { key = '' }, state: { member } }: PortalContext): Promise<Key> => {
    const { account } = member;
    const found = await store.keys.findOne({ id: key, account, connection: { $exists: true } });
    if (!found) throw errors.connectionUnknown({ key });
    return found;
  };

  handleForm(router, '/connections/:key/end', {
    permission: 'keys',
    mutates: { action: 'connection.end', subject: keySubject, id: ({ params }) => params.key ?? '' },
    fields: [],
    async run(ctx) {
      await connections.end(await findConnection(ctx));
      return `${PATH}?done=ended`;
    },
  });
}
