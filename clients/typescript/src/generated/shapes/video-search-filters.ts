// Made from the catalogue by `npm run generate:client`; changes here are lost.

/**
 * What is searched for, and how it is sorted
 */
export interface VideoSearchFilters {
  /**
   * What to search for
   */
  q: string;
  /**
   * 1 to 50; what lies outside is brought inside
   */
  limit?: number;
  /**
   * relevance, date, rating, title or viewCount; anything else counts as relevance
   */
  sort?: string;
  /**
   * Only what was published on or after this day (UTC), as YYYY-MM-DD; ignored when it is not a date
   */
  published_after?: string;
  /**
   * Only what was published before this day (UTC), as YYYY-MM-DD; ignored when it is not a date
   */
  published_before?: string;
}
