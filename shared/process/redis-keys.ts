/**
 * What the keys of a lane in Redis begin with; those of the first lane are also all that belongs to no lane. The braces have a
 * Cluster keep them in one slot, so that one script can reach several of them, and one connection all. Of the signs that may
 * stand before the number, this one spreads the first lanes best over the masters of a Cluster that share its slots evenly.
 *
 * @param lane 0 is the first
 */
export const slotTag = (lane: number): string => (lane === 0 ? '{utility}' : `{utility#${lane}}`);

/** What all our keys in Redis begin with but those of further lanes. */
export const SLOT_TAG = slotTag(0);

/** The name of a key, by what it holds and of what. */
export const redisKey = (...parts: readonly string[]): string => laneKey(0, ...parts);

/** The name of a key of a lane. */
export const laneKey = (lane: number, ...parts: readonly string[]): string => [slotTag(lane), ...parts].join(':');
