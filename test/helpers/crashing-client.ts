import { setTimeout } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { nanoid } from 'nanoid';
import { Debits } from '../../api/calls/debit.js';
import { OwnHolds } from '../../api/calls/own-holds.js';
import { refund } from '../../shared/ledger/refund.js';
import { settle } from '../../shared/ledger/settle.js';
import { systemClock } from '../../shared/process/clock.js';
import { collections } from '../../shared/store/collections.js';
import { randomFrom } from '../../workers/lib/writing/random.js';

/**
 * Debits, settles and refunds on a few accounts, many at a time, until it is killed. Says on standard output what was
 * acknowledged to it: `spent <request id>`, `refunded <request id>`, and `leased <request id>` of what was paid from a lease.
 */
const LOOPS = 16;
/** The longest that a loop rests between two requests, in ms: what is under way when the kill comes is as random without a full processor. */
const LONGEST_REST_MS = 50;
const accounts = process.argv.slice(2);
/** It is started some sixty times: what reads and checks the settings of the platform would be a third of its start. */
const { MONGODB_URL = '', MONGODB_DATABASE } = process.env;
const store = collections(new MongoClient(MONGODB_URL, { ignoreUndefined: true }).db(MONGODB_DATABASE));
const random = randomFrom(process.env.SEED ?? '');
const say = (line: string) => process.stdout.write(`${line}\n`);
/** Nobody says in the store that it lives: whoever reconciles gives back what it has leased. */
const own = new OwnHolds(nanoid(), store, systemClock, () => {});
const leasing = { store, onError: () => {}, unpaid: () => {} };
const debits = new Debits(store.wallets, systemClock, own, undefined, undefined, leasing);
debits.leases?.start();

async function loop(): Promise<void> {
  for (;;) {
    const requestId = nanoid();
    // One calls enough to be paid from leases.
    const account = random.chance(0.5) ? (accounts[0] ?? '') : random.pick(accounts);
    try {
      const cost = random.between(1, 900);
      const taken = await debits.take({ account, key: 'k', endpoint: 'e', requestId, cost });
      const hold = taken.draws ? await taken.draws.inWallet(taken.hold) : taken.hold;
      if (!hold) continue;
      if (taken.draws) say(`leased ${requestId}`);
      const state = random.chance(0.8) ? 'spent' : 'void';
      await settle(
        store,
        [{ account, hold, state, status: state === 'spent' ? 200 : 503, at: new Date() }],
        new Date(),
      );
      if (state === 'spent') say(`spent ${requestId}`);
      if (
        state === 'spent' &&
        random.chance(0.1) &&
        (await refund(store, requestId, 'test', new Date())) === 'refunded'
      ) {
        say(`refunded ${requestId}`);
      }
    } catch (error) {
      say(`error ${error instanceof Error ? error.message : String(error)}`);
    }
    await setTimeout(random.between(0, LONGEST_REST_MS));
  }
}

await Promise.all(Array.from({ length: LOOPS }, loop));
