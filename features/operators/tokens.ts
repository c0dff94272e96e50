import { customAlphabet, nanoid } from 'nanoid';
import { hashSecret } from '../../shared/store/hash-secret.js';
import type { OperatorCollections, OperatorToken } from './collections.js';
import { type Actor, mayAs, narrower } from './roles.js';

/** How every operator's token begins. */
export const OPERATOR_TOKEN_PREFIX = 'ua_ops_';

const SHOWN_CHARACTERS = OPERATOR_TOKEN_PREFIX.length + 4;
/** How exactly it is known when a token was last used, in ms: each use would be a write otherwise. */
const LAST_USED_WITHIN_MS = 60_000;

const secret = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 32);

/** Makes a token (190 random bits). The plain one is in the answer and nowhere else. */
export async function issueToken(
  { operatorTokens }: OperatorCollections,
  order: Pick<OperatorToken, 'operator' | 'name' | 'role' | 'expires' | 'created'>,
): Promise<{ plain: string; token: OperatorToken }> {
  const plain = OPERATOR_TOKEN_PREFIX + secret();
  const token: OperatorToken = {
    _id: hashSecret(plain),
    id: `tok_${nanoid(12)}`,
    prefix: plain.slice(0, SHOWN_CHARACTERS),
    ...order,
  };
  await operatorTokens.insertOne(token);
  return { plain, token };
}

/** The operator behind a token and what it may now; undefined when it is unknown, over, or its operator is switched off. */
export async function bearerOfToken(
  { operatorTokens, operators }: OperatorCollections,
  plain: string,
  now: Date,
): Promise<Required<Pick<Actor, 'name' | 'role' | 'token'>> | undefined> {
  const token = await operatorTokens.findOne({ _id: hashSecret(plain) });
  if (!token || (token.expires && token.expires <= now)) return undefined;
  const operator = await operators.findOne({ _id: token.operator });
  if (!operator?.active) return undefined;
  if (now.getTime() - (token.last_used?.getTime() ?? 0) >= LAST_USED_WITHIN_MS) {
    await operatorTokens.updateOne({ _id: token._id }, { $set: { last_used: now } });
  }
  const isNarrow = !mayAs(token.role, operator.role);
  return {
    name: operator._id,
    role: narrower(token.role, operator.role),
    token: { id: token.id, expires: token.expires, isNarrow },
  };
}
