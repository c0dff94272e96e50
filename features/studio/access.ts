import type { LogActor } from '../account-log/index.js';
import type { Key } from '../keys/index.js';
import type { StudioRight } from './rights.js';

/** Access of a request to the studio. */
export interface StudioAccess {
  /** Path of the studio, e.g. `/account/studio`. */
  readonly base: string;
  readonly account: string;
  /** Name under which requests are counted by the rate limiter. */
  readonly visitor: string;
  /** Id of the key that changes are attributed to. */
  readonly keyId: string;
  /** Secret that the editor sends in `X-Form-Token`. */
  readonly formToken: string;
  readonly may: ReadonlySet<StudioRight>;
  /** The only draft, if there is one; empty if it is not created yet. */
  readonly draft?: string;
  /** Limits access to a draft that was created. @returns false if it is limited to another one by now */
  limitTo?(draft: string): Promise<boolean>;
  /** Origin of the page that embeds the editor. */
  readonly origin?: string;
  readonly author: LogActor;
  /** Checks again that access is allowed, once the body of a change has arrived. @throws ApiError if it has ended */
  refresh(): Promise<void>;
  /**
   * Returns the key that pays for what is published.
   *
   * @param isNew true to create one in place of a key that was revoked
   * @throws ApiError 409 if it was revoked or has expired
   */
  findKey(isNew: boolean): Promise<Key>;
}
