import { UtilityApi } from 'utility-api-client';

/** The service of the environment, with the key of the environment. */
export const api = new UtilityApi({
  baseUrl: process.env.UTILITY_API_URL ?? 'http://127.0.0.1:3000',
  apiKey: process.env.API_KEY,
});
