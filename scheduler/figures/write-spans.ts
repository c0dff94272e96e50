import {
  OVERALL,
  type Platform,
  type SpanFigures,
  type SpanName,
  spanId,
  spans,
} from '../../shared/figures/collections.js';
import { noPlatform, platformTogether } from '../../shared/figures/platform.js';
import { addUp, type Counts, countIn, nothing } from '../../shared/figures/tally.js';
import type { Collections } from '../../shared/store/collections.js';
import { platformBetween } from './platform-between.js';
import { usageBetween } from './usage-between.js';

const WRITTEN_TOGETHER = 500;

/**
 * Counts the calls of a stretch of time, and writes the figures of each span in it, whole.
 *
 * @param from and to: beginnings of spans
 */
export async function countSpans(store: Collections, span: SpanName, from: Date, to: Date): Promise<void> {
  const { lengthMs } = spans[span];
  const counted = new Map<number, Map<string, Counts>>();
  for (let at = from.getTime(); at < to.getTime(); at += lengthMs) counted.set(at, new Map([[OVERALL, nothing()]]));
  for await (const call of usageBetween(store, from, to)) {
    const at = call.at.getTime();
    const scopes = counted.get(at - (at % lengthMs));
    for (const scope of [OVERALL, call.endpoint]) {
      const counts = scopes?.get(scope) ?? nothing();
      countIn(counts, call);
      scopes?.set(scope, counts);
    }
  }
  const platforms = await platformBetween(store, from, to, lengthMs);
  const seen = await seenBefore(store, span, from, to);
  const documents = [...counted].flatMap(([at, scopes]) => {
    const platform = { ...(platforms.get(at) ?? noPlatform()), ...seen.get(at) };
    return [...scopes].map(([scope, counts]) => document(span, scope, new Date(at), counts, platform));
  });
  await write(store, documents);
}

/** What was seen of pools and upstreams cannot be seen again: it stays. */
async function seenBefore({ spanFigures }: Collections, span: SpanName, from: Date, to: Date) {
  const found = await spanFigures
    .find(
      { _id: { $gte: spanId(span, OVERALL, from), $lt: spanId(span, OVERALL, to) } },
      { projection: { at: 1, platform: 1 } },
    )
    .toArray();
  return new Map(
    found.map(({ at, platform }) => [
      at.getTime(),
      { pools: platform?.pools ?? {}, upstreams: platform?.upstreams ?? {} },
    ]),
  );
}

/** Adds up the figures of an hour from those of its minutes, or of a day from those of its hours, and writes them. */
export async function sumUp(store: Collections, span: 'hour' | 'day', at: Date): Promise<void> {
  const finer = span === 'hour' ? 'minute' : 'hour';
  const end = new Date(at.getTime() + spans[span].lengthMs);
  const scopes = new Map<string, SpanFigures[]>();
  for await (const part of store.spanFigures.find({ span: finer, at: { $gte: at, $lt: end } })) {
    scopes.set(part.scope, [...(scopes.get(part.scope) ?? []), part]);
  }
  const documents = [...scopes].map(([scope, parts]) =>
    document(span, scope, at, addUp(parts), platformTogether(parts.flatMap(({ platform }) => platform ?? []))),
  );
  await write(store, documents);
}

const document = (span: SpanName, scope: string, at: Date, counts: Counts, platform: Platform): SpanFigures => ({
  _id: spanId(span, scope, at),
  span,
  scope,
  at,
  expires: new Date(at.getTime() + spans[span].keptMs),
  ...counts,
  ...(scope === OVERALL && { platform }),
});

async function write({ spanFigures }: Collections, documents: SpanFigures[]): Promise<void> {
  for (let begin = 0; begin < documents.length; begin += WRITTEN_TOGETHER) {
    await spanFigures.bulkWrite(
      documents.slice(begin, begin + WRITTEN_TOGETHER).map((replacement) => ({
        replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
      })),
      { ordered: false },
    );
  }
}
