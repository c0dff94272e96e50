import { createHash } from 'node:crypto';
import { redisKey } from '../../../shared/process/redis-keys.js';
import type { Call } from '../../handle.js';
import type { Brief } from './brief.js';

/** Number of earlier texts that a model is shown, and characters of each. */
const TEXTS = 3;
const CHARACTERS = 120;
/** Time for which they are remembered, in seconds. */
const SECONDS = 900;

/** Texts of this kind on this topic that the account got lately, so that a model writes another one. */
export async function recentTexts(call: Call, kind: string, brief: Brief): Promise<string[]> {
  if (call.redis.status !== 'ready') return [];
  return call.redis.lrange(keyFor(call.account, kind, brief), 0, TEXTS - 1);
}

/** Remembers a text for `recentTexts`. */
export async function rememberText(call: Call, kind: string, brief: Brief, answer: readonly unknown[]): Promise<void> {
  const text = answer.flat().join(' ').slice(0, CHARACTERS);
  if (call.redis.status !== 'ready') return;
  const key = keyFor(call.account, kind, brief);
  await call.redis
    .pipeline()
    .lpush(key, text)
    .ltrim(key, 0, TEXTS - 1)
    .expire(key, SECONDS)
    .exec();
}

function keyFor(account: string, kind: string, { topic, language }: Brief): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([account, kind, language, topic.text.toLowerCase()]))
    .digest('hex')
    .slice(0, 24);
  return redisKey('content', digest);
}
