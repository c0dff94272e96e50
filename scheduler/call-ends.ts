import { LARGEST_EVENT_BODY } from '../shared/contract/bounds.js';
import type { Hold } from '../shared/ledger/documents.js';
import type { Redis } from '../shared/process/redis.js';
import type { KnownEnd, Reply } from '../shared/queue/job.js';
import { unsettledReplies } from '../shared/queue/reply-stream.js';
import { keptReply } from '../shared/queue/results.js';
import type { Disks } from '../shared/storage/disks.js';

/** Reply of a worker to its front; the body may be in the stored reply. */
type SentEnd = KnownEnd & Pick<Reply, 'bodyIsStored'>;

/** Replies by request id, without the requests of which nothing is known. */
export type Ends = ReadonlyMap<string, KnownEnd>;

/** Finds out how requests ended, while Redis still has it: in the reply stream of their front, or as a stored reply. */
export class CallEnds {
  readonly #streams = new Map<string, Promise<Map<string, SentEnd>>>();

  /**
   * @param redis holds the stored replies
   * @param disks hold their bodies if they are large
   */
  constructor(
    private readonly redis: Redis,
    private readonly disks: Pick<Disks, 'private'>,
  ) {}

  /**
   * Finds out how requests ended.
   *
   * @throws Error if Redis is unavailable
   */
  async of(holds: readonly Hold[]): Promise<Ends> {
    const ends = new Map<string, KnownEnd>();
    for (const { id, front } of holds) {
      const sent = front && (await this.#repliesTo(front)).get(id);
      const end = sent && !sent.bodyIsStored ? sent : ((await keptReply(this.redis, id)) ?? sent);
      if (end) ends.set(id, await this.#withBody(end));
    }
    return ends;
  }

  /** Reads a body that a front has moved to the disk, unless it is too large to be sent to webhooks; none where the stored reply is gone. */
  async #withBody({ bodyIsStored, body: sent, file, ...head }: SentEnd): Promise<KnownEnd> {
    const known = bodyIsStored || sent === undefined ? head : { ...head, body: sent };
    if (file === undefined) return known;
    const read = async () => {
      const disk = await this.disks.private;
      const { contentLength } = await disk.getMetaData(file);
      return contentLength > LARGEST_EVENT_BODY ? undefined : disk.get(file);
    };
    const body = await read().catch(() => undefined);
    return body === undefined ? { ...known, file } : { ...known, body };
  }

  #repliesTo(front: string): Promise<Map<string, SentEnd>> {
    const known = this.#streams.get(front) ?? unsettledReplies(this.redis, front);
    this.#streams.set(front, known);
    return known;
  }
}
