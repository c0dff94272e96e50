import { createHash } from 'node:crypto';
import { redisKey } from '../../../shared/process/redis-keys.js';
import type { Call } from '../../handle.js';
import type { Brief } from './brief.js';

/** Number of recent texts that a model is shown, and characters of each. */
const TEXTS = 3;
const CHARACTERS = 120;
/** Time for which texts are remembered, in seconds. */
const REMEMBERED_SECONDS = 900;

/** Returns the account's recent texts of this kind on this topic, which a model must not repeat. */
export async function recentTexts(call: Call, kind: string, brief: Brief): Promise<string[]> {
  if (call.redis.status !== 'ready') return [];
  return call.redis.lrange(keyFor(call.account, kind, brief), 0, TEXTS - 1);
}

/** Remembers the fields of a text for `recentTexts`. */
export async function rememberText(call: Call, kind: string, brief: Brief, fields: readonly unknown[]): Promise<void> {
  const text = fields.flat().join(' ').slice(0, CHARACTERS);
  if (call.redis.status !== 'ready') return;
  const key = keyFor(call.account, kind, brief);
  await call.redis
    .pipeline()
    .lpush(key, text)
    .ltrim(key, 0, TEXTS - 1)
    .expire(key, REMEMBERED_SECONDS)
    .exec();
}

function keyFor(account: string, kind: string, { topic, language }: Brief): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([account, kind, language, topic.text.toLowerCase()]))
    .digest('hex')
    .slice(0, 24);
  return redisKey('content', digest);
}
