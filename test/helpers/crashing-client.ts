import { setTimeout } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { nanoid } from 'nanoid';
import { randomFrom } from 'readings/compose';
import { ledgerCollections } from '../../shared/ledger/collections.js';
import { refund } from '../../shared/ledger/refund.js';
import { settle } from '../../shared/ledger/settle.js';
import { placeHold } from './take-hold.js';

/**
 * Holds, settles and refunds on a few accounts, many at a time, until it is killed. Prints what was acknowledged to it:
 * `spent <request id>` and `refunded <request id>`.
 */
const LOOPS = 16;
/** The longest that a loop rests between two requests, in ms: what is under way when the kill comes is as random without a full processor. */
const LONGEST_REST_MS = 50;
const accounts = process.argv.slice(2);
/** It is started some sixty times: settings of the platform and collections of all features would be most of its start. */
const { MONGODB_URL = '', MONGODB_DATABASE } = process.env;
const store = ledgerCollections(new MongoClient(MONGODB_URL, { ignoreUndefined: true }).db(MONGODB_DATABASE));
const random = randomFrom(process.env.SEED ?? '');
const say = (line: string) => process.stdout.write(`${line}\n`);

async function loop(): Promise<void> {
  for (;;) {
    const requestId = nanoid();
    const account = random.pick(accounts);
    try {
      const cost = random.between(1, 900);
      const hold = await placeHold(store, { account, key: 'k', endpoint: 'e', requestId, cost });
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
