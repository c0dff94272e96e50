import type { Config } from '../../shared/process/config.js';

/** Ways for readers to get an account. */
export interface SignUp {
  /** True if the portal is on: members sign in and create keys there. */
  hasPortal: boolean;
  /** True if anybody may open an account. */
  isOpen: boolean;
  /** Credits that a new account starts with. */
  credits: number;
}

/** Sign-up of a platform without a portal. */
export const noSignUp: SignUp = { hasPortal: false, isOpen: false, credits: 0 };

/** Reads from the settings how readers get an account. */
export function readSignUp(config: Pick<Config, 'MAIL_FROM' | 'SIGN_UP' | 'SIGN_UP_CREDITS'>): SignUp {
  const hasPortal = config.MAIL_FROM !== undefined;
  return { hasPortal, isOpen: hasPortal && config.SIGN_UP === 'open', credits: config.SIGN_UP_CREDITS };
}
