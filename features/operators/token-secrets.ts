import { customAlphabet, nanoid } from 'nanoid';
import { hashSecret } from '../../shared/store/hash-secret.js';
import type { OperatorCollections, OperatorToken } from './collections.js';
import { type Actor, findLesserRole, hasRole } from './roles.js';

/** Prefix of all operator tokens. */
export const OPERATOR_TOKEN_PREFIX = 'ua_ops_';

const SHOWN_CHARACTERS = OPERATOR_TOKEN_PREFIX.length + 4;
/** Precision of `last_used`, in ms: each use would be a write otherwise. */
const LAST_USED_PRECISION_MS = 60_000;

const secret = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 32);

/** Creates a token (190 random bits). The plain one is returned and stored nowhere. */
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

/** Finds the operator and current role of a token. Undefined if the token is unknown or expired, or its operator inactive. */
export async function findTokenBearer(
  { operatorTokens, operators }: OperatorCollections,
  plain: string,
  now: Date,
): Promise<Required<Pick<Actor, 'name' | 'role' | 'token'>> | undefined> {
  const token = await operatorTokens.findOne({ _id: hashSecret(plain) });
  if (!token || (token.expires && token.expires <= now)) return undefined;
  const operator = await operators.findOne({ _id: token.operator });
  if (!operator?.active) return undefined;
  if (now.getTime() - (token.last_used?.getTime() ?? 0) >= LAST_USED_PRECISION_MS) {
    await operatorTokens.updateOne({ _id: token._id }, { $set: { last_used: now } });
  }
  const isNarrow = !hasRole(token.role, operator.role);
  return {
    name: operator._id,
    role: findLesserRole(token.role, operator.role),
    token: { id: token.id, expires: token.expires, isNarrow },
  };
}
