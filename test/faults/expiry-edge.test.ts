import { deepEqual, equal, ok } from 'node:assert/strict';
import { expireLots } from '../../scheduler/expire-credits.js';
import { toMicro } from '../../shared/contract/amounts.js';
import { describeNightly } from '../helpers/scale.js';
import { eventually } from '../helpers/stack.js';
import { booksAgree } from './harness/books.js';
import { engines } from './harness/engine.js';
import { ask, type Told } from './harness/load.js';
import { faultyPlatform } from './harness/platform.js';
import { show } from './harness/table.js';

const CLIENTS = 16;
const BEFORE_MS = 5_000;
/** As many calls of one client, one after the other, have the time to end before the edge on a machine that is slow just then. */
const BEFORE_CALLS = 20;
/** Number of requests that are sent after the expiry. */
const AFTER = 300;
/** Price of the load's requests to this pool, in micro-credits. */
const POOL = 'compute';
const COST = 1_000;

/** Duration of a request after the first one, which opens connections, in ms. */
async function timeOfACall(baseUrl: string, key: string): Promise<number> {
  const first = await eventually(
    () => ask(baseUrl, key, POOL),
    ({ status }) => status === 200,
    90_000,
  );
  equal(first.status, 200);
  return (await ask(baseUrl, key, POOL)).ms;
}

for (const engine of engines) {
  describeNightly(
    `credits on the ${engine.name} expire while they are spent and while they are booked as expired`,
    () => {
      it('are spent until they expire and not after, when later ones take over', async () => {
        const { platform, store, newAccount } = await faultyPlatform(engine);
        const usualMs = await timeOfACall(platform.baseUrl, (await newAccount()).key);
        const edge = new Date(Date.now() + Math.max(BEFORE_MS, BEFORE_CALLS * usualMs));
        const bought = new Date(Date.now() - 60_000);
        const dying = { amount: toMicro(1_000), bought, statedExpiry: edge };
        const [alone, followed] = [await newAccount(dying), await newAccount(dying, { amount: toMicro(1_000) })];
        const mine = { alone: [] as Told[], followed: [] as Told[] };
        let isOver = false;
        const client = async ({ key }: { key: string }, told: Told[]) => {
          while (!isOver) told.push(await ask(platform.baseUrl, key, POOL));
        };
        const expiring = async () => {
          while (!isOver) for (const { account } of [alone, followed]) await expireLots(store, new Date(), account);
        };
        const running = Promise.all([
          expiring(),
          ...Array.from({ length: CLIENTS }, () => [client(alone, mine.alone), client(followed, mine.followed)]).flat(),
        ]);
        const sentAfter = async () => mine.followed.filter(({ at }) => at > edge.getTime()).length;
        try {
          ok((await eventually(sentAfter, (calls) => calls >= AFTER, 90_000)) >= AFTER);
        } finally {
          isOver = true;
          await running;
        }

        const statuses = (told: Told[], of: (call: Told) => boolean) => [
          ...new Set(told.filter(of).map(({ status }) => status)),
        ];
        const endedBefore = ({ at, ms }: Told) => at + ms < edge.getTime();
        const sentLater = ({ at }: Told) => at > edge.getTime();
        deepEqual(statuses(mine.alone, endedBefore), [200]);
        deepEqual(statuses(mine.alone, sentLater), [402]);
        deepEqual(
          statuses(mine.followed, () => true),
          [200],
        );
        const compared = await Promise.all([
          booksAgree(store, alone.account, mine.alone),
          booksAgree(store, followed.account, mine.followed),
        ]);
        await expireLots(store, new Date(Date.now() + 1));
        const wallets = await store.wallets.find({ _id: { $in: [alone.account, followed.account] } }).toArray();
        for (const { _id: account, lots, bought: all, spent, expired } of wallets) {
          const left = lots.reduce((sum, lot) => sum + lot.left, 0);
          equal(all, left + spent + expired);
          const usages = await store.usage.find({ account, state: 'spent' }).toArray();
          const ofDying = usages.flatMap(({ parts }) => parts).filter(({ lot }) => lot === lots[0]?.id);
          if (account === alone.account) equal(left, 0);
          equal(expired, toMicro(1_000) - ofDying.length * COST);
        }
        show(
          `credits on the ${engine.name} expire under load`,
          'spent to the edge, never beyond; no other call fails; books exact',
          `${mine.alone.length + mine.followed.length} calls across the edge; ${compared[0] + compared[1]} calls and the audit agree`,
        );
      });
    },
  );
}
