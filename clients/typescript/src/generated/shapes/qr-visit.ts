// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { ExperienceType } from './experience-type.js';

/**
 * The experience that was visited, and who visited it
 */
export interface QrVisit {
  /**
   * The experience, or else type and code
   */
  experience_id?: number;
  type?: ExperienceType;
  code?: string;
  /**
   * The visitor's address; by default the caller's own
   */
  client_ip?: string;
  /**
   * By default the call's own
   */
  user_agent?: string;
  /**
   * By default the call's own
   */
  referrer?: string;
}
