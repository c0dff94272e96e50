import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { PAGE_PASS_SECONDS } from '../../../shared/contract/bounds.js';
import type { HostedPage, PageCollections } from '../collections.js';
import { computeKeyedHash } from '../keyed-hash.js';

type Secrets = Pick<PageCollections, 'secrets'>;
type PassFields = Pick<HostedPage, 'code' | 'password'>;

/** Kinds of passes: the visitor has entered the password of a page, or was counted as a scan. */
type PassKind = keyof typeof PAGE_PASS_SECONDS;

/**
 * Gives a browser a pass for a page: a signed cookie for the page alone, which says when it expires and nothing about the visitor. A change
 * of the password invalidates those for the password.
 */
export async function issuePass(
  ctx: Pick<Context, 'cookies' | 'secure'>,
  { secrets }: Secrets,
  page: PassFields,
  kind: PassKind,
  now: Date,
): Promise<void> {
  const seconds = PAGE_PASS_SECONDS[kind];
  const expires = String(now.getTime() + seconds * 1_000);
  const signature = (await sign(secrets, page, kind, expires)).toString('base64url');
  const scope = { path: `/e/${page.code}`, maxAge: seconds * 1_000 };
  ctx.cookies.set(`${kind}_pass`, `${expires}.${signature}`, {
    ...scope,
    httpOnly: true,
    sameSite: 'lax',
    secure: ctx.secure,
  });
}

/** True if a browser has a valid pass for a page. */
export async function hasPass(
  ctx: Pick<Context, 'cookies'>,
  { secrets }: Secrets,
  page: PassFields,
  kind: PassKind,
  now: Date,
): Promise<boolean> {
  const [, expires, signature = ''] = /^(\d{1,16})\.([\w-]{43})$/.exec(ctx.cookies.get(`${kind}_pass`) ?? '') ?? [];
  if (!expires || Number(expires) <= now.getTime()) return false;
  return timingSafeEqual(Buffer.from(signature, 'base64url'), await sign(secrets, page, kind, expires));
}

const sign = (
  secrets: PageCollections['secrets'],
  { code, password }: PassFields,
  kind: PassKind,
  expires: string,
): Promise<Buffer> =>
  computeKeyedHash(secrets, 'page-passes', [kind, code, expires, kind === 'password' ? password?.hash : ''].join('|'));
