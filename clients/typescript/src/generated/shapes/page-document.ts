// Made from the catalogue by `npm run generate:client`; changes here are lost.

/**
 * The QR page document
 */
export interface PageDocument {
  /**
   * 1 is the version in use
   */
  version: number;
  /**
   * Title of the page; by default its first headline or title
   */
  title?: string;
  /**
   * Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en
   */
  language?: string;
  theme?: {
    /**
     * A hex colour such as #1a2b3c
     */
    primary?: string;
    /**
     * A hex colour such as #1a2b3c
     */
    accent?: string;
  };
  layout?: {
    /**
     * Columns, on desktops only
     */
    cols?: number;
    /**
     * Pixels between blocks
     */
    gap?: number;
    sections?: {
      enabled?: boolean;
      collapsible?: boolean;
      default_open?: boolean;
      style?: 'card' | 'plain';
      radius?: number;
      /**
       * None, or a border such as 1px solid #dddddd
       */
      border?: string;
      /**
       * A hex colour such as #1a2b3c
       */
      background?: string;
    };
  };
  /**
   * What the page shows, in order
   */
  blocks: {
    /**
     * hero, gallery, appBadges, video, mp3, pdf, socialLinks, event, coupon, rating, …
     */
    type: string;
    /**
     * What the block shows, by type
     */
    props?: unknown;
    /**
     * Blocks inside this one
     */
    children?: unknown;
  }[];
}
