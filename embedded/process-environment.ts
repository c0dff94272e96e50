import { type PoolName, poolNames } from '../shared/contract/pools.js';
import type { Config } from '../shared/process/config.js';

/** Kinds of processes of the platform. */
export type ProcessKind = 'api' | 'scheduler' | 'deliver' | PoolName;

/**
 * Settings that are secrets, and the kinds of processes that need them. Other processes do not have them in their environment, so that they
 * cannot leak from there, least of all from a worker that decodes untrusted input.
 */
export const secretSettings: Partial<Record<keyof Config, readonly ProcessKind[]>> = {
  REDIS_URL: ['api', 'scheduler', 'deliver', ...poolNames],
  MONGODB_URL: ['api', 'scheduler', 'deliver', 'qr', 'compute'],
  ADMIN_TOKEN: ['api'],
  TOKEN_SECRETS: ['api'],
  WEBHOOK_SECRETS: ['api', 'deliver'],
  SMTP_URL: ['deliver'],
  STORAGE_DISKS: ['api', 'qr', 'scheduler'],
  STORAGE_SECRET: ['qr'],
  LLM_API_KEY: ['content'],
  RATES_PRIMARY_KEY: ['fetch'],
  RATES_SECONDARY_KEY: ['fetch'],
  VIDEO_PLATFORM_KEYS: ['content', 'fetch'],
  MUSIC_KEY: ['fetch'],
  STRIPE_SECRET_KEY: ['api', 'scheduler'],
  STRIPE_WEBHOOK_SECRET: ['api'],
  DEMO_API_KEY: [],
};

/** Returns an environment without the secrets that a process does not need. Servers that the platform uses (no kind) get none. */
export const createEnvironment = (kind: ProcessKind | undefined, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(([name]) => {
      const kinds = Object.hasOwn(secretSettings, name) ? secretSettings[name as keyof Config] : undefined;
      return !kinds || (kind !== undefined && kinds.includes(kind));
    }),
  );
