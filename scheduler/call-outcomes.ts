import { LARGEST_EVENT_BODY } from '../shared/contract/bounds.js';
import type { Hold } from '../shared/ledger/documents.js';
import type { Redis } from '../shared/process/redis.js';
import type { KnownOutcome, Reply } from '../shared/queue/job.js';
import { readUnsettledReplies } from '../shared/queue/reply-stream.js';
import { loadReply } from '../shared/queue/results.js';
import type { Disks } from '../shared/storage/disks.js';

/** Reply of a worker to its front; the body may be in the stored reply. */
type SentOutcome = KnownOutcome & Pick<Reply, 'bodyIsStored'>;

/** Finds the outcomes of calls while Redis still has them: in the reply stream of their front, or as a stored reply. */
export class CallOutcomes {
  readonly #streams = new Map<string, Promise<Map<string, SentOutcome>>>();

  /**
   * @param redis holds the stored replies
   * @param disks hold their bodies if they are large
   */
  constructor(
    private readonly redis: Redis,
    private readonly disks: Pick<Disks, 'private'>,
  ) {}

  /**
   * Finds the outcomes of the calls of holds, by request id, without those that are unknown.
   *
   * @throws Error if Redis is unavailable
   */
  async find(holds: readonly Hold[]): Promise<ReadonlyMap<string, KnownOutcome>> {
    const outcomes = new Map<string, KnownOutcome>();
    for (const { id, front } of holds) {
      const sent = front && (await this.#readReplies(front)).get(id);
      const outcome = sent && !sent.bodyIsStored ? sent : ((await loadReply(this.redis, id)) ?? sent);
      if (outcome) outcomes.set(id, await this.#readBody(outcome));
    }
    return outcomes;
  }

  /** Reads a body that a front has moved to the disk, unless it is too large to be sent to webhooks; none if the stored reply is gone. */
  async #readBody({ bodyIsStored, body: sent, file, ...head }: SentOutcome): Promise<KnownOutcome> {
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

  #readReplies(front: string): Promise<Map<string, SentOutcome>> {
    const known = this.#streams.get(front) ?? readUnsettledReplies(this.redis, front);
    this.#streams.set(front, known);
    return known;
  }
}
