/**
 * Prefix of all keys in Redis that belong to no queue. The braces make a Cluster keep them in one slot, so that a script or a transaction can
 * use several of them.
 */
const SLOT_TAG = '{utility}';

/** Name of a key, from what it holds and whose it is. */
export const redisKey = (...parts: readonly string[]): string => [SLOT_TAG, ...parts].join(':');

/** Prefix of the keys of a queue, or of a reply stream, that has a slot of its own. */
export const slotPrefix = (name: string): string => `{utility:${name}}`;
