import { nanoid } from 'nanoid';
import { STORED_REPLY_OVERHEAD } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { baseUrl, type Config } from '../../shared/process/config.js';
import { errorReply, type PersistedReply, type Reply } from '../../shared/queue/job.js';
import type { Disks } from '../../shared/storage/disks.js';
import type { Quota } from '../../shared/storage/quota.js';
import { replyFolder } from '../../shared/storage/replies.js';

/** Pieces of stored bodies (of 64 KiB) that are read in one turn of the event loop, so that other requests are served between them. */
const PIECES_PER_TURN = 8;

interface StoreOptions {
  readonly account: string;
  readonly requestId: string;
  readonly retentionMs: number;
  /** Maximum length of a body that is not moved to the disk, in characters. */
  readonly maxInline: number;
}

/** A stored body in a file. It is read as fast as the client reads the response, and never held in memory as a whole. */
export interface ReadableBody {
  readonly bytes: number;
  read(): AsyncIterable<Buffer>;
}

/** A stored reply, ready to be sent. */
export type ReadableReply = Omit<Reply, 'body'> & { body: string | ReadableBody };

/** Counts replies against the storage quota of their account, and moves large bodies to the disk. The caller stores the rest. */
export class ReplyStore {
  /** Bodies that wait to read their next piece. */
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly disks: Disks,
    private readonly quota: Quota,
    private readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>,
  ) {}

  /**
   * Counts the overhead of a reply, before the request runs.
   *
   * @throws ApiError 422 if the account has no storage left
   */
  async reserve(account: string, retentionMs: number): Promise<void> {
    if (!(await this.quota.reserveExpiring(account, STORED_REPLY_OVERHEAD, retentionMs))) throw errors.storageFull();
  }

  /** Returns the reply to store: the given one, its body in a file if it is large, or an error if the quota is exceeded. */
  async store(reply: Reply, { account, requestId, retentionMs, maxInline }: StoreOptions): Promise<PersistedReply> {
    if (!(await this.quota.reserveExpiring(account, reply.body.length, retentionMs))) {
      return errorReply(errors.storageFull(), requestId, baseUrl(this.config));
    }
    if (reply.body.length <= maxInline) return reply;
    // Fronts may store a reply at the same time. Each has a file of its own, so that none is overwritten while it is sent.
    const file = `${replyFolder(this.quota.expiryHour(retentionMs))}/${requestId}-${nanoid(8)}`;
    await (await this.disks.private).put(file, reply.body);
    return { ...reply, body: '', file };
  }

  /** Opens a stored reply for sending. @throws Error if its file is missing */
  async read({ file, ...reply }: PersistedReply): Promise<ReadableReply> {
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
