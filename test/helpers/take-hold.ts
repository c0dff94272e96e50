import { type HoldRequest, holdCredits } from '../../api/ledger/hold.js';
import type { Collections } from '../../features/collections.js';
import { ApiError } from '../../shared/contract/api-error.js';
import type { Hold } from '../../shared/ledger/documents.js';

/**
 * Holds the price of one call, as a front does.
 *
 * @throws ApiError when the hold is refused
 */
export async function placeHold(
  { wallets }: Pick<Collections, 'wallets'>,
  request: HoldRequest,
  now = new Date(),
  front?: string,
): Promise<Hold> {
  const { outcomes } = await holdCredits(wallets, request.account, [request], now, front);
  const [outcome] = outcomes;
  if (!outcome || outcome instanceof ApiError) throw outcome ?? new Error('no outcome');
  return outcome;
}
