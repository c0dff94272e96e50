import type { Redis } from 'ioredis';
import { LARGEST_BODY_TOLD } from '../shared/contract/bounds.js';
import type { Hold } from '../shared/ledger/documents.js';
import { within } from '../shared/process/clock.js';
import type { KnownEnd, Reply } from '../shared/queue/job.js';
import type { ConnectedLane } from '../shared/queue/lanes.js';
import { endsInStream } from '../shared/queue/reply-stream.js';
import { keptReply } from '../shared/queue/results.js';
import type { Disks } from '../shared/storage/disks.js';

/** The end of a call as its worker has sent it to its front; the body may be in the stored reply. */
type SentEnd = KnownEnd & Pick<Reply, 'bodyIsStored'>;

type ReadLane = Pick<ConnectedLane, 'index' | 'redis'>;

/**
 * How calls ended, by request id. Those of which nothing is known are not in it; null is for those of which something may come to be
 * known: they are not to be decided yet.
 */
export type Ends = ReadonlyMap<string, KnownEnd | null>;

/** How long a lane that is away, and may know how a call ended, is waited for, in ms. */
const LANE_BACK_WITHIN_MS = 10 * 60_000;
/** How long one may take to answer, in ms. */
const LANE_WITHIN_MS = 5_000;

/** Tells how calls ended, where Redis still knows it: in a stream of their front, or as a reply that is kept. */
export class CallEnds {
  readonly #streams = new Map<string, Promise<Map<string, SentEnd>>>();
  readonly #away = new Set<ReadLane>();

  /**
   * @param redis where replies are kept
   * @param disks where large ones are
   * @param lanes over which fronts send calls
   */
  constructor(
    private readonly redis: Redis,
    private readonly disks: Pick<Disks, 'private'>,
    private readonly lanes: readonly ReadLane[] = [{ index: 0, redis }],
  ) {}

  /**
   * How calls ended. While a further lane is away that may know it, calls are left for later, for some minutes.
   *
   * @param now by the clock by which the holds are dated
   * @throws Error when what is beside the first lane is away
   */
  async of(holds: readonly Hold[], now: Date): Promise<Ends> {
    const ends = new Map<string, KnownEnd | null>();
    for (const { id, front } of holds) {
      const sent = front && (await this.#inStreams(front)).get(id);
      const end = sent && !sent.bodyIsStored ? sent : ((await keptReply(this.redis, id)) ?? sent);
      if (end) ends.set(id, await this.#withBody(end));
    }
    if (this.#away.size === 0) return ends;
    const since = now.getTime() - LANE_BACK_WITHIN_MS;
    for (const { id, at } of holds) if (!ends.has(id) && at.getTime() > since) ends.set(id, null);
    return ends;
  }

  /** Reads a body that a front has moved to the disk, unless it is too large to be sent to webhooks; none where the stored reply is gone. */
  async #withBody({ bodyIsStored, body: sent, file, ...head }: SentEnd): Promise<KnownEnd> {
    const known = bodyIsStored || sent === undefined ? head : { ...head, body: sent };
    if (file === undefined) return known;
    const read = async () => {
      const disk = await this.disks.private;
      const { contentLength } = await disk.getMetaData(file);
      return contentLength > LARGEST_BODY_TOLD ? undefined : disk.get(file);
    };
    const body = await read().catch(() => undefined);
    return body === undefined ? { ...known, file } : { ...known, body };
  }

  #inStreams(front: string): Promise<Map<string, SentEnd>> {
    const known = this.#streams.get(front) ?? this.#readStreams(front);
    this.#streams.set(front, known);
    return known;
  }

  async #readStreams(front: string): Promise<Map<string, SentEnd>> {
    const found = await Promise.all(this.lanes.map((lane) => this.#readStream(front, lane)));
    return new Map(found.flatMap((ends) => [...ends]));
  }

  async #readStream(front: string, lane: ReadLane): Promise<Map<string, SentEnd>> {
    const reading = endsInStream(lane.redis, front, lane.index);
    if (lane.redis === this.redis) return reading;
    const read = await within(LANE_WITHIN_MS, reading).catch(() => undefined);
    if (!read) this.#away.add(lane);
    return read ?? new Map();
  }
}
