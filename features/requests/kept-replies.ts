import { nanoid } from 'nanoid';
import { KEPT_REPLY_OVERHEAD } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { baseUrl, type Config } from '../../shared/process/config.js';
import { errorReply, type PersistedReply, type Reply } from '../../shared/queue/job.js';
import type { Disks } from '../../shared/storage/disks.js';
import type { Quota } from '../../shared/storage/quota.js';
import { replyFolder } from '../../shared/storage/replies.js';

/** Pieces of stored bodies (of 64 KiB) that are read in one turn of the event loop, so that other requests are served between them. */
const PIECES_PER_TURN = 8;

/** What is to be kept of a call, and for whom. */
interface Kept {
  readonly account: string;
  readonly requestId: string;
  /** For how long. */
  readonly keptMs: number;
  /** Size of the largest body, in characters, that does not go to the disk. */
  readonly largestInline: number;
}

/** The body of a stored reply in its file. It is read as fast as the client reads the response, and never held in memory as a whole. */
export interface StoredBody {
  /** Size of the file. */
  readonly bytes: number;
  read(): AsyncIterable<Buffer>;
}

/** A stored reply, to be sent. */
export type StoredReply = Omit<Reply, 'body'> & { body: string | StoredBody };

/** Makes of replies what is kept of them: counted against their account's quota, and on the disk when they are large. */
export class KeptReplies {
  /** Bodies whose next piece is to be read. */
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly disks: Disks,
    private readonly quota: Quota,
    private readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>,
  ) {}

  /**
   * Counts what every kept reply takes, before there is one.
   *
   * @throws ApiError 422 when the account has no room for a reply of any size
   */
  async makeRoom(account: string, keptMs: number): Promise<void> {
    if (!(await this.quota.reserveExpiring(account, KEPT_REPLY_OVERHEAD, keptMs))) throw errors.storageFull();
  }

  /** What is kept of a reply: all of it, or the error that says that there was no room for it. */
  async keep(reply: Reply, { account, requestId, keptMs, largestInline }: Kept): Promise<PersistedReply> {
    if (!(await this.quota.reserveExpiring(account, reply.body.length, keptMs)))
      return errorReply(errors.storageFull(), requestId, baseUrl(this.config));
    if (reply.body.length <= largestInline) return reply;
    // Two fronts may store a reply at the same time: neither writes to a file that the other one sends.
    const file = `${replyFolder(this.quota.expiryHour(keptMs))}/${requestId}-${nanoid(8)}`;
    await (await this.disks.private).put(file, reply.body);
    return { ...reply, body: '', file };
  }

  /** Returns a stored reply with its body. @throws Error if its file is missing */
  async read({ file, ...reply }: PersistedReply): Promise<StoredReply> {
    if (file === undefined) return reply;
    const disk = await this.disks.private;
    const { contentLength } = await disk.getMetaData(file);
    const nextTurn = () => this.#nextTurn();
    const read = async function* () {
      for await (const piece of await disk.getStream(file)) {
        await nextTurn();
        yield piece;
      }
    };
    return { ...reply, body: { bytes: contentLength, read } };
  }

  #nextTurn(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(() => this.#startTurn());
    });
  }

  #startTurn(): void {
    for (const start of this.#waiting.splice(0, PIECES_PER_TURN)) start();
    if (this.#waiting.length > 0) setImmediate(() => this.#startTurn());
  }
}
