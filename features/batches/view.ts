import type { Static } from 'typebox';
import { toCredits } from '../../shared/contract/amounts.js';
import { findEndpoint } from '../../shared/contract/catalogue/index.js';
import { flag, instant, integer, named, nullable, number, object, oneOf, text } from '../../shared/contract/fields.js';
import { baseUrl, type Config } from '../../shared/process/config.js';
import { type Batch, batchStates, cancelReasons } from './collections.js';

/** A batch, as shown to its account. */
export const batchView = named(
  'Batch',
  object({
    id: text(),
    endpoint: text({ description: 'Path of the endpoint' }),
    name: text({ minLength: 0, description: 'Your own name for the batch' }),
    test: flag({ description: 'True for a batch of a test key' }),
    state: oneOf(batchStates),
    canceled_because: nullable(
      oneOf(cancelReasons, {
        description:
          'request: it was cancelled; expired: it was not finished in time; key: its API key was revoked or has expired; ' +
          'account: the account is suspended or closed',
      }),
    ),
    items: integer({ description: 'Number of items' }),
    done: integer({ description: 'Items that have a result' }),
    succeeded: integer(),
    failed: integer({ description: 'Items whose result is an error; they are not charged' }),
    credits_held: number({ description: 'Credits that are held until the batch ends' }),
    credits_charged: number({ description: 'Credits of the items that have succeeded so far' }),
    created_at: instant(),
    started_at: nullable(instant()),
    finished_at: nullable(instant({ description: 'Time at which it finished or was cancelled' })),
    expires_at: nullable(instant({ description: 'Time at which it is deleted with its results' })),
    results_url: text({ description: 'URL of the results, also while the batch is running' }),
  }),
);

export type BatchView = Static<typeof batchView>;

/** Returns a batch as its account sees it. */
export function toBatchView(batch: Batch, config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>): BatchView {
  const { _id: id, endpoint, name, state, items, succeeded, failed, open } = batch;
  const iso = (at: Date | undefined) => at?.toISOString() ?? null;
  return {
    ...{ id, endpoint: findEndpoint(endpoint)?.path ?? `/v1/${endpoint}`, name, test: batch.test === true },
    state: state === 'creating' || state === 'abandoned' ? 'queued' : state,
    canceled_because: state === 'canceled' ? (batch.canceled_because ?? null) : null,
    ...{ items, done: succeeded + failed, succeeded, failed },
    credits_held: open || batch.unsettled ? toCredits(batch.held) : 0,
    credits_charged: toCredits(batch.charged),
    ...{ created_at: batch.created.toISOString(), started_at: iso(batch.started), finished_at: iso(batch.finished) },
    expires_at: iso(batch.expires),
    results_url: `${baseUrl(config)}/v1/batches/${id}/results`,
  };
}
