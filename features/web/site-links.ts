import type { Config } from '../../shared/process/config.js';

/** Links in the header and the footer of public pages. The links are the same for every visitor, so that caches can share pages. */
export interface SiteLinks {
  /** URL of the sign-in page; undefined without a portal. */
  readonly signIn: string | undefined;
  /** URL on which a newcomer signs up and creates a key; undefined while sign-up is not open. */
  readonly getKey: string | undefined;
  /** Terms and privacy policy, as far as the operator supplies them. */
  readonly legal: readonly { readonly path: string; readonly title: string }[];
  /** Name of the company that runs the service. */
  readonly seller: string | undefined;
}

type SiteSettings = Pick<Config, 'MAIL_FROM' | 'PRIVACY_FILE' | 'SELLER_NAME' | 'SIGN_UP' | 'TERMS_FILE'>;

/** Returns the links that the settings allow. */
export function findSiteLinks({ MAIL_FROM, PRIVACY_FILE, SELLER_NAME, SIGN_UP, TERMS_FILE }: SiteSettings): SiteLinks {
  const signIn = MAIL_FROM ? '/account/login' : undefined;
  return {
    signIn,
    getKey: signIn && SIGN_UP === 'open' ? `${signIn}?next=/account/keys` : undefined,
    legal: [
      ...(TERMS_FILE ? [{ path: '/terms', title: 'Terms' }] : []),
      ...(PRIVACY_FILE ? [{ path: '/privacy', title: 'Privacy' }] : []),
    ],
    seller: SELLER_NAME,
  };
}
