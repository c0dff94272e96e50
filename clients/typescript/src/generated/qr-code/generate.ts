// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface QrCodeGenerateRequest {
  /**
   * page keeps the page document and encodes its public address
   */
  type?: 'text' | 'url' | 'page';
  action?: 'generate';
  /**
   * The content to encode, as it is; required unless type is page
   */
  qr_code_text?: string;
  /**
   * The QR page document; required for type page
   */
  page?: {
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
      props?: {
        [k: string]: unknown;
      };
      /**
       * Blocks inside this one
       */
      children?: {
        [k: string]: unknown;
      };
    }[];
  };
  image_format?: 'SVG' | 'PNG' | 'JPG';
  /**
   * Width of the image in pixels
   */
  image_width?: number;
  /**
   * Colour of the dark modules: a hex colour such as #1a2b3c
   */
  foreground_color?: string;
  /**
   * Colour of everything else: a hex colour such as #1a2b3c
   */
  background_color?: string;
  /**
   * Shape of the modules
   */
  body_style?: 'square' | 'dot';
  /**
   * Shape of the three eyes
   */
  eye_style?: 'square' | 'circle';
  /**
   * Colour of the rings of all eyes: a hex colour such as #1a2b3c
   */
  eye_outer_color?: string;
  /**
   * Colour of the pupils of all eyes: a hex colour such as #1a2b3c
   */
  eye_inner_color?: string;
  /**
   * Colour of the ring of the top left eye: a hex colour such as #1a2b3c
   */
  eye1_outer_color?: string;
  /**
   * Colour of the pupil of the top left eye: a hex colour such as #1a2b3c
   */
  eye1_inner_color?: string;
  /**
   * Colour of the ring of the top right eye: a hex colour such as #1a2b3c
   */
  eye2_outer_color?: string;
  /**
   * Colour of the pupil of the top right eye: a hex colour such as #1a2b3c
   */
  eye2_inner_color?: string;
  /**
   * Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c
   */
  eye3_outer_color?: string;
  /**
   * Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c
   */
  eye3_inner_color?: string;
  /**
   * What stands in the middle
   */
  qr_code_logo?: 'no-logo' | 'scan-me' | 'scan-me-square' | 'upload';
  /**
   * An image on the storage disk, with qr_code_logo upload
   */
  logo_path?: string;
  /**
   * A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload
   */
  logo_data_base64?: string;
  frame_name?: 'no-frame' | 'bottom-banner' | 'top-header' | 'speech-bubble' | 'ribbon-tag' | 'badge';
  /**
   * Colour of the frame: a hex colour such as #1a2b3c
   */
  frame_color?: string;
  /**
   * Caption; SCAN ME when neither it nor an icon is given
   */
  frame_text?: string;
  /**
   * Colour of caption and icon: a hex colour such as #1a2b3c
   */
  frame_text_color?: string;
  /**
   * File name of an icon of Bootstrap Icons, e.g. wifi
   */
  frame_icon_name?: string;
  /**
   * 1 keeps the image and answers file_url and file_path
   */
  save?: boolean;
  /**
   * Disk for logo_path and save
   */
  storage_disk?: string;
  /**
   * Folder on the disk
   */
  storage_folder?: string;
  /**
   * Name of the file; replaces an earlier one
   */
  filename?: string;
  /**
   * Start of a name that is made unique
   */
  filename_base?: string;
  /**
   * Whether the image is included as base64; by default 1, with save 0
   */
  include_bytes?: boolean;
}

export interface QrCodeGenerateAnswer {
  mime: string;
  ext: string;
  /**
   * Pixels
   */
  width: number;
  /**
   * Pixels
   */
  height: number;
  saved: boolean;
  /**
   * Where the saved image can be fetched
   */
  file_url?: string;
  /**
   * Where it is on its disk
   */
  file_path?: string;
  scan_url: string | null;
  meta: {
    format: string;
    logo: string;
    shape: {
      body: string;
      eye: string;
    };
    colors: {
      foreground: string;
      background: string;
      eye_outer: string | null;
      eye_inner: string | null;
      eye1_outer: string | null;
      eye1_inner: string | null;
      eye2_outer: string | null;
      eye2_inner: string | null;
      eye3_outer: string | null;
      eye3_inner: string | null;
    };
    frame: {
      name: string;
      color: string | null;
      text: string | null;
      textColor: string | null;
      icon: string | null;
    };
    download: boolean;
    saved: boolean;
    type: string;
    page: {
      version: number;
    } | null;
  };
  data_base64: string | null;
}
