import type { Redis } from 'ioredis';
import type { KnownEnd } from '../shared/queue/job.js';
import { endsInStream } from '../shared/queue/reply-stream.js';
import { keptReply } from '../shared/queue/results.js';
import type { Hold } from '../shared/store/collections.js';

/** Tells how calls ended, where Redis still knows it: in the stream of their front, or as a reply that is kept. */
export class CallEnds {
  readonly #streams = new Map<string, Promise<Map<string, KnownEnd>>>();

  constructor(private readonly redis: Redis) {}

  /**
   * How calls ended, by request id; those of which nothing is known are not in it.
   *
   * @throws Error when Redis is away
   */
  async of(holds: readonly Hold[]): Promise<ReadonlyMap<string, KnownEnd>> {
    const found = new Map<string, KnownEnd>();
    for (const { id, front } of holds) {
      const end = (front && (await this.#inStream(front)).get(id)) || (await keptReply(this.redis, id));
      if (end) found.set(id, end);
    }
    return found;
  }

  #inStream(front: string): Promise<Map<string, KnownEnd>> {
    const known = this.#streams.get(front) ?? endsInStream(this.redis, front);
    this.#streams.set(front, known);
    return known;
  }
}
