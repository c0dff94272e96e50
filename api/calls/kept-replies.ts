import { KEPT_REPLY_OVERHEAD } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { baseUrl, type Config } from '../../shared/process/config.js';
import { errorReply, type KeptReply, type Reply } from '../../shared/queue/job.js';
import type { Disks } from '../../shared/storage/disks.js';
import type { Quota } from '../../shared/storage/quota.js';
import { replyFolder } from '../../shared/storage/replies.js';

/** What is to be kept of a call, and for whom. */
interface Kept {
  readonly account: string;
  readonly requestId: string;
  /** For how long. */
  readonly keptMs: number;
  /** Size of the largest body, in characters, that does not go to the disk. */
  readonly largestInline: number;
}

/** Makes of replies what is kept of them: counted against their account's quota, and on the disk when they are large. */
export class KeptReplies {
  constructor(
    private readonly disks: Disks,
    private readonly quota: Quota,
    private readonly config: Config,
  ) {}

  /**
   * Counts what every kept reply takes, before there is one.
   *
   * @throws ApiError 422 when the account has no room for a reply of any size
   */
  async makeRoom(account: string, keptMs: number): Promise<void> {
    if (!(await this.quota.pass(account, KEPT_REPLY_OVERHEAD, keptMs))) throw errors.storageFull();
  }

  /** What is kept of a reply: all of it, or the error that says that there was no room for it. */
  async keep(reply: Reply, { account, requestId, keptMs, largestInline }: Kept): Promise<KeptReply> {
    if (!(await this.quota.pass(account, reply.body.length, keptMs)))
      return errorReply(errors.storageFull(), requestId, baseUrl(this.config));
    if (reply.body.length <= largestInline) return reply;
    const file = `${replyFolder(this.quota.endOf(keptMs))}/${requestId}`;
    await (await this.disks.private).put(file, reply.body);
    return { ...reply, body: '', file };
  }

  /** The reply as it was. @throws Error when its file is gone or cannot be read */
  async read({ file, ...reply }: KeptReply): Promise<Reply> {
    return file === undefined ? reply : { ...reply, body: await (await this.disks.private).get(file) };
  }
}
