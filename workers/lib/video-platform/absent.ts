import { UpstreamFailure } from '../upstream/failure.js';

/** Reasons of a 403 that say that something is not to be seen, rather than that the key may not ask. */
const HIDDEN =
  /"reason":\s*"(channelClosed|channelSuspended|channelForbidden|playlistForbidden|playlistItemsNotAccessible)"/;

/** Whether a failure means that what was asked for does not exist, or nobody may see it. */
export function isAbsent(error: unknown): boolean {
  if (!(error instanceof UpstreamFailure) || error.reason !== 'status') return false;
  return error.upstreamStatus === 404 || (error.upstreamStatus === 403 && HIDDEN.test(error.upstreamBody ?? ''));
}

/** The answer, or nothing when what was asked for is absent. */
export async function unlessAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
