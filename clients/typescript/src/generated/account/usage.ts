// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface UsageRequest {
  /**
   * First day (UTC), by default 29 days before the last
   */
  from?: string;
  /**
   * Last day (UTC), by default today
   */
  to?: string;
  group_by?: 'day' | 'endpoint' | 'key';
  /**
   * Rows per page
   */
  limit?: number;
  /**
   * The `next` of the page before
   */
  after?: string;
}

export interface UsageAnswer {
  from: string;
  to: string;
  group_by: string;
  rows: {
    group: string;
    calls: number;
    credits: number;
    statuses: {
      [k: string]: number;
    };
  }[];
  next: string | null;
}
