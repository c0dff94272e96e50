import type { Config } from '../shared/process/config.js';
import { type ProcessKind, settings, type UsedBy } from '../shared/process/settings.js';

/**
 * Settings that are secrets, and the kinds of processes that need them. Other processes do not have them in their environment, so that they
 * cannot leak from there, least of all from a worker that decodes untrusted input.
 */
export const secretSettings: Partial<Record<keyof Config, UsedBy>> = Object.fromEntries(
  (
    [
      'REDIS_URL',
      'MONGODB_URL',
      'ADMIN_TOKEN',
      'TOKEN_SECRETS',
      'WEBHOOK_SECRETS',
      'SMTP_URL',
      'STORAGE_DISKS',
      'STORAGE_SECRET',
      'LLM_API_KEY',
      'RATES_PRIMARY_KEY',
      'RATES_SECONDARY_KEY',
      'VIDEO_PLATFORM_KEYS',
      'MUSIC_KEY',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'PORTAL_OIDC_CLIENT_SECRET',
      'OPERATOR_OIDC_CLIENT_SECRET',
      'DEMO_API_KEY',
    ] as const
  ).map((name) => [name, settings[name].usedBy]),
);

/** Returns an environment without the secrets that a process does not need. Servers that the platform uses (no kind) get none. */
export const createEnvironment = (kind: ProcessKind | undefined, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(([name]) => {
      const kinds = Object.hasOwn(secretSettings, name) ? secretSettings[name as keyof Config] : undefined;
      return !kinds || (kind !== undefined && kinds.includes(kind));
    }),
  );
