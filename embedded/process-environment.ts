import { type PoolName, poolNames } from '../shared/contract/pools.js';
import type { Config } from '../shared/process/config.js';

/** The kinds of processes that the platform consists of. */
export type ProcessKind = 'api' | 'scheduler' | 'deliver' | PoolName;

/**
 * Settings that open doors, and who works with each. No other process has them in its environment: what a process does
 * not know cannot be taken from it, least of all from a worker that decodes what strangers send.
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

/** What a process may know of an environment; what is no process of the platform, such as a server it uses, no secret. */
export const createEnvironment = (kind: ProcessKind | undefined, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(([name]) => {
      const whoKnows = Object.hasOwn(secretSettings, name) ? secretSettings[name as keyof Config] : undefined;
      return !whoKnows || (kind !== undefined && whoKnows.includes(kind));
    }),
  );
