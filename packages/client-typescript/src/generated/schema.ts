// Made from openapi.json by `npm run generate`; changes here are lost.

export interface AppBadgesBlock {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'appBadges';
  props?: {
    title?: string;
    /** @description An http or https address */
    ios?: string;
    /** @description An http or https address */
    android?: string;
  };
  /** @description Blocks inside this one */
  children?: Block[];
}
export interface AppExperience {
  /**
   * @description What the code opens (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'app';
  /** @description The fields of this type */
  content: {
    title?: string;
    /** @description An http or https address */
    ios?: string;
    /** @description An http or https address */
    android?: string;
    /** @description Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en */
    language?: string;
    theme?: Theme;
  };
}
export type Block =
  | HeroBlock
  | GalleryBlock
  | AppBadgesBlock
  | VideoBlock
  | Mp3Block
  | PdfBlock
  | SocialLinksBlock
  | EventBlock
  | CouponBlock
  | RatingBlock
  | FeedbackBlock
  | VcardPlusBlock
  | TextBlock
  | ButtonBlock
  | WifiBlock
  | MenuBlock
  | BusinessHoursBlock
  | LeadFormBlock
  | FaqBlock
  | SpacerBlock
  | DividerBlock;
export interface BusinessHoursBlock {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'businessHours';
  props: {
    title?: string;
    /** @default UTC */
    timezone?: string;
    /** @description A day may open several times; one that is not here is closed */
    hours: {
      /** @enum {string} */
      day: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
      /** @description A time as HH:MM (24 h) */
      opens: string;
      /** @description A time before opens is on the next day: a time as HH:MM (24 h) */
      closes: string;
    }[];
    /**
     * @description Days that are otherwise; closed without times
     * @default []
     */
    holidays?: {
      /** Format: date */
      date: string;
      name?: string;
      /** @description A time as HH:MM (24 h) */
      opens?: string;
      /** @description A time as HH:MM (24 h) */
      closes?: string;
    }[];
    note?: string;
  };
  /** @description Blocks inside this one */
  children?: Block[];
}
export interface BusinessHoursExperience {
  /**
   * @description What the code opens (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'business_hours';
  /** @description The fields of this type */
  content: {
    title?: string;
    /** @default UTC */
    timezone?: string;
    /** @description A day may open several times; one that is not here is closed */
    hours: {
      /** @enum {string} */
      day: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
      /** @description A time as HH:MM (24 h) */
      opens: string;
      /** @description A time before opens is on the next day: a time as HH:MM (24 h) */
      closes: string;
    }[];
    /**
     * @description Days that are otherwise; closed without times
     * @default []
     */
    holidays?: {
      /** Format: date */
      date: string;
      name?: string;
      /** @description A time as HH:MM (24 h) */
      opens?: string;
      /** @description A time as HH:MM (24 h) */
      closes?: string;
    }[];
    note?: string;
    /** @description Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en */
    language?: string;
    theme?: Theme;
  };
}
export interface ButtonBlock {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'button';
  props: {
    label: string;
    /** @description An http, https, mailto, tel or sms link */
    href: string;
    /**
     * @default primary
     * @enum {string}
     */
    variant?: 'primary' | 'secondary' | 'outline' | 'link';
    /**
     * @default stretch
     * @enum {string}
     */
    align?: 'left' | 'center' | 'right' | 'stretch';
  };
  /** @description Blocks inside this one */
  children?: Block[];
}
export interface ChineseBirthYear {
  /** @enum {string} */
  animal:
    | 'rat'
    | 'ox'
    | 'tiger'
    | 'rabbit'
    | 'dragon'
    | 'snake'
    | 'horse'
    | 'goat'
    | 'monkey'
    | 'rooster'
    | 'dog'
    | 'pig';
  /** @enum {string} */
  element: 'wood' | 'fire' | 'earth' | 'metal' | 'water';
  /** @description The lunar year of birth */
  year: number;
  /** @enum {string} */
  yin_yang: 'yin' | 'yang';
}
export interface CouponBlock {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'coupon';
  props: {
    title: string;
    code: string;
    description?: string;
    /** @description A date and time such as 2026-05-01T19:30, or a date */
    valid_until?: string;
    terms?: string;
  };
  /** @description Blocks inside this one */
  children?: Block[];
}
export interface CouponExperience {
  /**
   * @description What the code opens (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'coupon';
  /** @description The fields of this type */
  content: {
    title: string;
    code: string;
    description?: string;
    /** @description A date and time such as 2026-05-01T19:30, or a date */
    valid_until?: string;
    terms?: string;
    /** @description Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en */
    language?: string;
    theme?: Theme;
  };
}
export interface DividerBlock {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'divider';
  props?: Record<string, unknown>;
  /** @description Blocks inside this one */
  children?: Block[];
}
export interface EventBlock {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'event';
  props: {
    title: string;
    /** @description A date and time such as 2026-05-01T19:30, or a date */
    start: string;
    /** @description A date and time such as 2026-05-01T19:30, or a date */
    end?: string;
    /** @default UTC */
    timezone?: string;
    location?: string;
    description?: string;
    /** @description An http, https, mailto, tel or sms link */
    url?: string;
  };
  /** @description Blocks inside this one */
  children?: Block[];
}
export interface EventExperience {
  /**
   * @description What the code opens (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'event';
  /** @description The fields of this type */
  content: {
    title: string;
    /** @description A date and time such as 2026-05-01T19:30, or a date */
    start: string;
    /** @description A date and time such as 2026-05-01T19:30, or a date */
    end?: string;
    /** @default UTC */
    timezone?: string;
    location?: string;
    description?: string;
    /** @description An http, https, mailto, tel or sms link */
    url?: string;
    /** @description Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en */
    language?: string;
    theme?: Theme;
  };
}
export interface Experience {
  id: number;
  /** @description The code that is printed: it is valid for good */
  code: string;
  type: string;
  title: string;
  label: string | null;
  slug: string | null;
  /**
   * @description What is not active shows visitors a page that says so
   * @enum {string}
   */
  state: 'active' | 'paused' | 'taken_down';
  taken_down: {
    /** Format: date-time */
    at: string;
    reason: string;
  } | null;
  /** @description The address that is printed */
  scan_url: string;
  slug_url: string | null;
  /** @description Rises with each edit */
  version: number;
  /** @description Names this version in If-Match */
  etag: string;
  /** Format: date-time */
  created_at: string;
  changed_at: string | null;
  target: string | null;
  targets: {
    ios: string | null;
    android: string | null;
  };
  theme: unknown | null;
  language: string | null;
  /** @description The page document of type page, as it can be sent back */
  page?: unknown;
  /** @description The content of every other type, as it can be sent back */
  content?: unknown;
}
/** @enum {string} */
export type ExperienceType =
  | 'page'
  | 'url'
  | 'text'
  | 'rating'
  | 'mp3'
  | 'pdf'
  | 'social'
  | 'images'
  | 'app'
  | 'videos'
  | 'event'
  | 'coupon'
  | 'feedback'
  | 'vcard_plus'
  | 'wifi'
  | 'menu'
  | 'business_hours'
  | 'lead_form'
  | 'faq';
export interface FaqBlock {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'faq';
  props: {
    title?: string;
    items: {
      question: string;
      answer: string;
    }[];
  };
  /** @description Blocks inside this one */
  children?: Block[];
}
export interface FaqExperience {
  /**
   * @description What the code opens (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'faq';
  /** @description The fields of this type */
  content: {
    title?: string;
    items: {
      question: string;
      answer: string;
    }[];
    /** @description Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en */
    language?: string;
    theme?: Theme;
  };
}
export interface FeedbackBlock {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'feedback';
  props?: {
    title?: string;
    question?: string;
    /** @description An email address */
    email?: string;
  };
  /** @description Blocks inside this one */
  children?: Block[];
}
export interface FeedbackExperience {
  /**
   * @description What the code opens (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'feedback';
  /** @description The fields of this type */
  content: {
    title?: string;
    question?: string;
    /** @description An email address */
    email?: string;
    /** @description Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en */
    language?: string;
    theme?: Theme;
  };
}
export interface GalleryBlock {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'gallery';
  props: {
    title?: string;
    /** @default false */
    scroll?: boolean;
    images: {
      /** @description An http or https address */
      url: string;
      alt?: string;
    }[];
  };
  /** @description Blocks inside this one */
  children?: Block[];
}
export interface HeroBlock {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'hero';
  props?: {
    headline?: string;
    description?: string;
    /**
     * @default center
     * @enum {string}
     */
    align?: 'left' | 'center' | 'right';
    /** @description An http or https address */
    image?: string;
    cta?: {
      label: string;
      /** @description An http, https, mailto, tel or sms link */
      href: string;
    };
  };
  /** @description Blocks inside this one */
  children?: Block[];
}
/** @description Whom a horoscope is for: a sign, or who was born then and there */
export interface HoroscopeSubject {
  /** @description Name of a zodiac sign, in any letter case */
  sign?: ZodiacSign;
  /**
   * Format: date
   * @description Day of birth
   */
  birth_date?: string;
  /** @description Time of birth at the place of birth, for the moon and rising sign: a time as HH:MM (24 h) */
  birth_time?: string;
  /** @description Place of birth: a city, "city, country", or "latitude,longitude" */
  location?: string;
}
export interface ImagesExperience {
  /**
   * @description What the code opens (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'images';
  /** @description The fields of this type */
  content: {
    title?: string;
    /** @default false */
    scroll?: boolean;
    images: {
      /** @description An http or https address */
      url: string;
      alt?: string;
    }[];
    /** @description Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en */
    language?: string;
    theme?: Theme;
  };
}
export interface LeadFormBlock {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'leadForm';
  props: {
    title?: string;
    text?: string;
    fields: {
      /** @description A name of small letters, digits and _ */
      name: string;
      label: string;
      /**
       * @default text
       * @enum {string}
       */
      type?: 'text' | 'email' | 'phone' | 'long' | 'choice' | 'yes';
      /** @default false */
      required?: boolean;
      /** @default [] */
      options?: string[];
    }[];
    /** @description What a visitor agrees to, beside a box to tick */
    consent: string;
    /** @description The address of the privacy notice */
    privacy?: string;
    button?: string;
    thanks?: string;
  };
  /** @description Blocks inside this one */
  children?: Block[];
}
export interface LeadFormExperience {
  /**
   * @description What the code opens (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'lead_form';
  /** @description The fields of this type */
  content: {
    title?: string;
    text?: string;
    fields: {
      /** @description A name of small letters, digits and _ */
      name: string;
      label: string;
      /**
       * @default text
       * @enum {string}
       */
      type?: 'text' | 'email' | 'phone' | 'long' | 'choice' | 'yes';
      /** @default false */
      required?: boolean;
      /** @default [] */
      options?: string[];
    }[];
    /** @description What a visitor agrees to, beside a box to tick */
    consent: string;
    /** @description The address of the privacy notice */
    privacy?: string;
    button?: string;
    thanks?: string;
    /** @description Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en */
    language?: string;
    theme?: Theme;
  };
}
export interface MenuBlock {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'menu';
  props: {
    title?: string;
    /** @description A currency code such as EUR */
    currency?: string;
    sections: {
      title?: string;
      description?: string;
      items: {
        name: string;
        description?: string;
        price?: number;
        /** @description Instead of a price, e.g. market price */
        price_text?: string;
        /** @default [] */
        allergens?: string[];
        /** @description An http or https address */
        photo?: string;
      }[];
    }[];
    note?: string;
  };
  /** @description Blocks inside this one */
  children?: Block[];
}
export interface MenuExperience {
  /**
   * @description What the code opens (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'menu';
  /** @description The fields of this type */
  content: {
    title?: string;
    /** @description A currency code such as EUR */
    currency?: string;
    sections: {
      title?: string;
      description?: string;
      items: {
        name: string;
        description?: string;
        price?: number;
        /** @description Instead of a price, e.g. market price */
        price_text?: string;
        /** @default [] */
        allergens?: string[];
        /** @description An http or https address */
        photo?: string;
      }[];
    }[];
    note?: string;
    /** @description Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en */
    language?: string;
    theme?: Theme;
  };
}
/** @enum {string} */
export type Mood =
  | 'cheerful'
  | 'dramatic'
  | 'inspiring'
  | 'sarcastic'
  | 'romantic'
  | 'mysterious'
  | 'uplifting'
  | 'funny'
  | 'serious'
  | 'neutral'
  | 'energetic'
  | 'friendly'
  | 'angry'
  | 'nostalgic';
export interface Mp3Block {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'mp3';
  props: {
    title?: string;
    /** @description An http or https address */
    url: string;
    /** @description An http or https address */
    cover?: string;
  };
  /** @description Blocks inside this one */
  children?: Block[];
}
export interface Mp3Experience {
  /**
   * @description What the code opens (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'mp3';
  /** @description The fields of this type */
  content: {
    title?: string;
    /** @description An http or https address */
    url: string;
    /** @description An http or https address */
    cover?: string;
    /** @description Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en */
    language?: string;
    theme?: Theme;
  };
}
/** @description The QR page document */
export interface PageDocument {
  /** @description 1 is the version in use */
  version: number;
  /** @description Title of the page; by default its first headline or title */
  title?: string;
  /** @description Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en */
  language?: string;
  theme?: Theme;
  layout?: {
    /**
     * @description Columns, on desktops only
     * @default 1
     */
    cols?: number;
    /**
     * @description Pixels between blocks
     * @default 24
     */
    gap?: number;
    sections?: {
      /** @default true */
      enabled?: boolean;
      /** @default false */
      collapsible?: boolean;
      /** @default true */
      default_open?: boolean;
      /**
       * @default card
       * @enum {string}
       */
      style?: 'card' | 'plain';
      radius?: number;
      /** @description None, or a border such as 1px solid #dddddd */
      border?: string;
      /** @description A hex colour such as #1a2b3c */
      background?: string;
    };
  };
  /** @description What the page shows, in order */
  blocks: Block[];
}
export interface PageExperience {
  /**
   * @description What the code opens (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'page';
  page: PageDocument;
}
export interface PdfBlock {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'pdf';
  props: {
    title?: string;
    /** @description An http or https address */
    url: string;
  };
  /** @description Blocks inside this one */
  children?: Block[];
}
export interface PdfExperience {
  /**
   * @description What the code opens (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'pdf';
  /** @description The fields of this type */
  content: {
    title?: string;
    /** @description An http or https address */
    url: string;
    /** @description Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en */
    language?: string;
    theme?: Theme;
  };
}
/** @description A QR image and how it was made */
export interface QrImage {
  mime: string;
  ext: string;
  /** @description Pixels */
  width: number;
  /** @description Pixels */
  height: number;
  saved: boolean;
  /** @description Where the saved image can be fetched */
  file_url?: string;
  /** @description Where it is on its disk */
  file_path?: string;
  scan_url: string | null;
  meta: {
    format: string;
    logo: string;
    shape: {
      body: string;
      eye: string;
      ball: string;
    };
    colors: {
      foreground: string;
      background: string;
      gradient: string | null;
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
/** @description How a QR image looks, and where it is kept */
export type QrImageOptions = {
  /**
   * @description Width of the image in pixels, 96 to the inch in a PDF
   * @default 500
   */
  image_width?: number;
  /**
   * @description 1 keeps the image and answers file_url and file_path
   * @default false
   */
  save?: boolean;
  /** @description Whether the image is included as base64; by default 1, with save 0 */
  include_bytes?: boolean;
} & QrLook;
/** @description How QR codes look whatever their size, and where they are kept */
export interface QrLook {
  /**
   * @default SVG
   * @enum {string}
   */
  image_format?: 'SVG' | 'PNG' | 'JPG' | 'WEBP' | 'PDF';
  /**
   * @description Colour of the dark modules: a hex colour such as #1a2b3c
   * @default #000000
   */
  foreground_color?: string;
  /**
   * @description Colour of everything else; transparent is for light grounds, and not for JPG: a hex colour such as #1a2b3c, or transparent
   * @default #FFFFFF
   */
  background_color?: string;
  /** @description A second colour: modules, and eyes without colours of their own, go over to it: a hex colour such as #1a2b3c */
  gradient_color?: string;
  /**
   * @description Along a line, or from the middle to the corners
   * @default linear
   * @enum {string}
   */
  gradient_type?: 'linear' | 'radial';
  /**
   * @description Degrees, clockwise; 0 goes from left to right
   * @default 0
   */
  gradient_angle?: number;
  /**
   * @description Shape of the modules
   * @default square
   * @enum {string}
   */
  body_style?:
    | 'square'
    | 'dot'
    | 'rounded'
    | 'leaf'
    | 'soft-square'
    | 'small-square'
    | 'vertical-bars'
    | 'horizontal-bars';
  /**
   * @description Shape of the three eyes
   * @default square
   * @enum {string}
   */
  eye_style?: 'square' | 'circle' | 'rounded' | 'cushion' | 'leaf' | 'teardrop';
  /**
   * @description Shape of their pupils; by default that of the eyes
   * @enum {string}
   */
  eye_ball_style?: 'square' | 'circle' | 'rounded' | 'cushion' | 'leaf' | 'teardrop';
  /** @description Colour of the rings of all eyes: a hex colour such as #1a2b3c */
  eye_outer_color?: string;
  /** @description Colour of the pupils of all eyes: a hex colour such as #1a2b3c */
  eye_inner_color?: string;
  /** @description Colour of the ring of the top left eye: a hex colour such as #1a2b3c */
  eye1_outer_color?: string;
  /** @description Colour of the pupil of the top left eye: a hex colour such as #1a2b3c */
  eye1_inner_color?: string;
  /** @description Colour of the ring of the top right eye: a hex colour such as #1a2b3c */
  eye2_outer_color?: string;
  /** @description Colour of the pupil of the top right eye: a hex colour such as #1a2b3c */
  eye2_inner_color?: string;
  /** @description Colour of the ring of the bottom left eye: a hex colour such as #1a2b3c */
  eye3_outer_color?: string;
  /** @description Colour of the pupil of the bottom left eye: a hex colour such as #1a2b3c */
  eye3_inner_color?: string;
  /**
   * @description What stands in the middle
   * @default no-logo
   * @enum {string}
   */
  qr_code_logo?: 'no-logo' | 'scan-me' | 'scan-me-square' | 'upload';
  /** @description An image on the storage disk, with qr_code_logo upload */
  logo_path?: string;
  /** @description A PNG, JPG, WebP or SVG image of at most 2 MiB in base64, with qr_code_logo upload */
  logo_data_base64?: string;
  /**
   * @default no-frame
   * @enum {string}
   */
  frame_name?: 'no-frame' | 'bottom-banner' | 'top-header' | 'speech-bubble' | 'ribbon-tag' | 'badge';
  /**
   * @description Colour of the frame: a hex colour such as #1a2b3c
   * @default #000000
   */
  frame_color?: string;
  /**
   * @description 1 paints nothing outside the frame; not for JPG
   * @default false
   */
  transparent_corners?: boolean;
  /** @description Caption; SCAN ME when neither it nor an icon is given */
  frame_text?: string;
  /**
   * @description Colour of caption and icon: a hex colour such as #1a2b3c
   * @default #FFFFFF
   */
  frame_text_color?: string;
  /** @description File name of an icon of Bootstrap Icons, e.g. wifi */
  frame_icon_name?: string;
  /**
   * @description Disk for logo_path and save
   * @default public
   */
  storage_disk?: string;
  /** @description Folder on the disk */
  storage_folder?: string;
  /** @description Name of the file; replaces an earlier one */
  filename?: string;
  /** @description Start of a name that is made unique */
  filename_base?: string;
}
/** @description The experience that was visited, and who visited it */
export interface QrVisit {
  /** @description The experience, or else type and code */
  experience_id?: number;
  type?: ExperienceType;
  code?: string;
  /** @description The visitor's address; by default the caller's own */
  client_ip?: string;
  /** @description By default the call's own */
  user_agent?: string;
  /** @description By default the call's own */
  referrer?: string;
}
export interface RatingBlock {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'rating';
  props?: {
    title?: string;
    question?: string;
    /** @default 5 */
    max?: number;
  };
  /** @description Blocks inside this one */
  children?: Block[];
}
export interface RatingExperience {
  /**
   * @description What the code opens (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'rating';
  /** @description The fields of this type */
  content: {
    title?: string;
    question?: string;
    /** @default 5 */
    max?: number;
    /** @description Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en */
    language?: string;
    theme?: Theme;
  };
}
export interface SocialExperience {
  /**
   * @description What the code opens (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'social';
  /** @description The fields of this type */
  content: {
    title?: string;
    items: {
      name: string;
      /** @description An http, https, mailto, tel or sms link */
      url: string;
    }[];
    /** @description Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en */
    language?: string;
    theme?: Theme;
  };
}
export interface SocialLinksBlock {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'socialLinks';
  props: {
    title?: string;
    items: {
      name: string;
      /** @description An http, https, mailto, tel or sms link */
      url: string;
    }[];
  };
  /** @description Blocks inside this one */
  children?: Block[];
}
export interface SpacerBlock {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'spacer';
  props?: {
    /** @default 32 */
    height?: number;
  };
  /** @description Blocks inside this one */
  children?: Block[];
}
export interface TextBlock {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'text';
  props: {
    title?: string;
    text: string;
    /**
     * @default left
     * @enum {string}
     */
    align?: 'left' | 'center' | 'right';
  };
  /** @description Blocks inside this one */
  children?: Block[];
}
export interface TextExperience {
  /**
   * @description What the code opens (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'text';
  /** @description The fields of this type */
  content: {
    title?: string;
    text: string;
    /**
     * @default left
     * @enum {string}
     */
    align?: 'left' | 'center' | 'right';
    /** @description Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en */
    language?: string;
    theme?: Theme;
  };
}
/** @description How a page looks */
export interface Theme {
  /**
   * @description A look that is ready made; logo makes one of the colours of logo_data_base64
   * @enum {string}
   */
  preset?: 'paper' | 'sunrise' | 'forest' | 'midnight' | 'candy' | 'mono' | 'logo';
  /** @description Colour of buttons and links, moved as far as readable contrast needs: a hex colour such as #1a2b3c */
  primary?: string;
  /** @description Colour of stars, codes and the like; by default the primary one: a hex colour such as #1a2b3c */
  accent?: string;
  /** @description Colour of the cards: a hex colour such as #1a2b3c */
  surface?: string;
  /** @description What the page stands on: a colour, a gradient or an image */
  background?: {
    /** @description Behind everything; with an image, what it is veiled with: a hex colour such as #1a2b3c */
    color?: string;
    gradient?: {
      /** @description A hex colour such as #1a2b3c */
      from: string;
      /** @description A hex colour such as #1a2b3c */
      to: string;
      /**
       * @description Degrees, clockwise from upwards
       * @default 160
       */
      angle?: number;
    };
    /** @description An http or https address */
    image?: string;
  };
  /**
   * @description Served by this service; system is what the device has
   * @enum {string}
   */
  font?: 'system' | 'rubik' | 'lora' | 'nunito';
  /** @enum {string} */
  corners?: 'square' | 'soft' | 'round';
  /** @enum {string} */
  buttons?: 'pill' | 'rounded' | 'square' | 'outline' | 'soft';
  /**
   * @description The top of the page: a band of colour, nothing, or colour over all of it
   * @enum {string}
   */
  header?: 'band' | 'plain' | 'cover';
  /** @description The address of a logo or a portrait, shown over the page */
  logo?: string;
  /** @description The same as a PNG, JPG or WebP file of at most 2 MiB in base64, kept with the page */
  logo_data_base64?: string;
  /**
   * @description circle cuts it as a portrait
   * @enum {string}
   */
  logo_shape?: 'plain' | 'circle';
}
/** @enum {string} */
export type Tone = 'casual' | 'formal' | 'educational' | 'persuasive' | 'friendly' | 'authoritative';
export interface UrlExperience {
  /**
   * @description What the code opens (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'url';
  /** @description The fields of this type */
  content: {
    /** @description An http or https address */
    url: string;
    title?: string;
  };
}
export interface VatCalculation {
  country_code: string | null;
  /** @constant */
  scenario_type: 'single_rate';
  vat_type: ('standard' | 'reduced' | 'super-reduced' | 'zero') | null;
  net: number | null;
  gross: number | null;
  vat_amount: number | null;
  vat_rate: number | null;
  currency: string | null;
  warnings: string[];
  formatted: {
    net: string;
    gross: string;
    vat_amount: string;
    vat_rate: string | null;
  } | null;
}
export interface VatRates {
  standard: number | null;
  /** @description The first one is used for vat_type reduced */
  reduced: number[];
  super_reduced: number | null;
  zero: number | null;
}
export interface VcardPlusBlock {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'vcardPlus';
  props?: {
    first_name?: string;
    last_name?: string;
    org?: string;
    job_title?: string;
    /** @default [] */
    phones?: string[];
    /** @default [] */
    emails?: string[];
    /** @description An http or https address */
    url?: string;
    address?: string;
    note?: string;
    photo_base64?: string;
  };
  /** @description Blocks inside this one */
  children?: Block[];
}
export interface VcardPlusExperience {
  /**
   * @description What the code opens (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'vcard_plus';
  /** @description The fields of this type */
  content: {
    first_name?: string;
    last_name?: string;
    org?: string;
    job_title?: string;
    /** @default [] */
    phones?: string[];
    /** @default [] */
    emails?: string[];
    /** @description An http or https address */
    url?: string;
    address?: string;
    note?: string;
    photo_base64?: string;
    /** @description Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en */
    language?: string;
    theme?: Theme;
  };
}
export interface VideoBlock {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'video';
  props: {
    title?: string;
    /** @description An http or https address */
    url: string;
    /** @description An http or https address */
    poster?: string;
  };
  /** @description Blocks inside this one */
  children?: Block[];
}
/** @description A channel or a video in a list */
export interface VideoPlatformItem {
  id: string;
  title: string;
  description: string;
  /** Format: date-time */
  publishedAt: string;
  thumb: string | null;
}
/** @description What is searched for, and how it is sorted */
export interface VideoSearchFilters {
  /** @description What to search for */
  q: string;
  /**
   * @description 1 to 50; what lies outside is brought inside
   * @default 25
   */
  limit?: number;
  /**
   * @description relevance, date, rating, title or viewCount; anything else counts as relevance
   * @default relevance
   */
  sort?: string;
  /** @description Only what was published on or after this day (UTC), as YYYY-MM-DD; ignored when it is not a date */
  published_after?: string;
  /** @description Only what was published before this day (UTC), as YYYY-MM-DD; ignored when it is not a date */
  published_before?: string;
}
export interface VideosExperience {
  /**
   * @description What the code opens (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'videos';
  /** @description The fields of this type */
  content: {
    title?: string;
    items: {
      /** @description An http or https address */
      url: string;
      title?: string;
    }[];
    /** @description Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en */
    language?: string;
    theme?: Theme;
  };
}
/** @description What a text is about, and whose style it takes up */
export interface VideoTopic {
  /** @description What the text is about; the first 120 characters are used */
  topic: string;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
  /** @description URL or id of a video whose style is taken up */
  video?: string;
  /** @description Id of a channel whose style is taken up */
  channel?: string;
}
export interface Webhook {
  webhook: string;
  url: string | null;
  description: string;
  /** @description The events that it is sent */
  events: (
    | 'job.completed'
    | 'job.failed'
    | 'experience.feedback'
    | 'experience.lead'
    | 'experience.reported'
    | 'credits.low'
    | 'credits.running_out'
    | 'credits.expiring'
    | 'budget.near'
    | 'budget.reached'
    | 'errors.high'
    | 'key.rotated'
    | 'top_up.failed'
  )[];
  /** @description Whether anything is sent there */
  active: boolean;
  /** Format: date-time */
  created_at: string;
  failing_since: string | null;
  switched_off: {
    /** Format: date-time */
    at: string;
    why: string;
  } | null;
  /** @description The secrets that messages are signed with now, the newest first */
  secrets_valid: {
    until: string | null;
  }[];
}
export interface WebhookDelivery {
  delivery: string;
  /** @description Id of the webhook, or `callback` */
  webhook: string;
  /** @description The `webhook-id` that the receiver gets */
  message: string;
  type: string;
  callback_url: string | null;
  /** @enum {string} */
  state: 'pending' | 'delivered' | 'failed' | 'cancelled';
  next_attempt_at: string | null;
  /** Format: date-time */
  created_at: string;
  ended_at: string | null;
  /** @description The latest last */
  attempts: {
    /** Format: date-time */
    at: string;
    /** @description How long it took */
    ms: number;
    status: number | null;
    answer: string | null;
    error: string | null;
  }[];
}
export interface WifiBlock {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'wifi';
  props: {
    title?: string;
    /** @description Name of the network */
    ssid: string;
    password?: string;
    /**
     * @description WPA stands for WPA2 and WPA3 as well
     * @default WPA
     * @enum {string}
     */
    security?: 'WPA' | 'WEP' | 'nopass';
    /**
     * @description Whether the network keeps its name to itself
     * @default false
     */
    hidden?: boolean;
    note?: string;
  };
  /** @description Blocks inside this one */
  children?: Block[];
}
export interface WifiExperience {
  /**
   * @description What the code opens (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'wifi';
  /** @description The fields of this type */
  content: {
    title?: string;
    /** @description Name of the network */
    ssid: string;
    password?: string;
    /**
     * @description WPA stands for WPA2 and WPA3 as well
     * @default WPA
     * @enum {string}
     */
    security?: 'WPA' | 'WEP' | 'nopass';
    /**
     * @description Whether the network keeps its name to itself
     * @default false
     */
    hidden?: boolean;
    note?: string;
    /** @description Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en */
    language?: string;
    theme?: Theme;
  };
}
/** @description The signs of whom a horoscope is for */
export interface ZodiacPlacement {
  /** @description Name of a zodiac sign, in any letter case */
  sign: ZodiacSign;
  /** @description Whether a birth date was given */
  personalized: boolean;
  moon_sign?: ZodiacSign;
  rising_sign?: ZodiacSign;
}
/** @enum {string} */
export type ZodiacSign =
  | 'aries'
  | 'taurus'
  | 'gemini'
  | 'cancer'
  | 'leo'
  | 'virgo'
  | 'libra'
  | 'scorpio'
  | 'sagittarius'
  | 'capricorn'
  | 'aquarius'
  | 'pisces';
export interface HoroscopeBiorhythmRequest {
  /**
   * Format: date
   * @description Day of birth
   */
  birth_date: string;
  /**
   * Format: date
   * @description The day to read, by default today (UTC)
   */
  date?: string;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
}
export interface HoroscopeBiorhythmAnswer {
  computed_data: {
    /** Format: date */
    date: string;
    days_alive: number;
    physical: number;
    emotional: number;
    intellectual: number;
    critical: ('physical' | 'emotional' | 'intellectual')[];
  };
  reading: {
    overview: string;
    physical: string;
    emotional: string;
    intellectual: string;
  };
  response_code: number;
  response_time_ms: number;
}
export interface HoroscopeChineseYearForecastRequest {
  /** @description Year of birth; birth_date is more exact and wins over it */
  birth_year?: number;
  /**
   * Format: date
   * @description Day of birth
   */
  birth_date?: string;
  /** @description The year to forecast, by default the current one (UTC) */
  year?: number;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
}
export interface HoroscopeChineseYearForecastAnswer {
  computed_data: {
    forecast_year: number;
  } & ChineseBirthYear;
  reading: {
    overview: string;
    career: string;
    love: string;
    health: string;
    lucky_months: number[];
  };
  response_code: number;
  response_time_ms: number;
}
export interface HoroscopeChineseZodiacRequest {
  /** @description Year of birth; birth_date is more exact and wins over it */
  birth_year?: number;
  /**
   * Format: date
   * @description Day of birth
   */
  birth_date?: string;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
}
export interface HoroscopeChineseZodiacAnswer {
  computed_data: ChineseBirthYear;
  reading: {
    personality: string;
    career: string;
    love: string;
    health: string;
  };
  response_code: number;
  response_time_ms: number;
}
export interface HoroscopeCompatibilityRequest {
  /** @description Name of a zodiac sign, in any letter case */
  sign_a?: ZodiacSign;
  /** @description Name of a zodiac sign, in any letter case */
  sign_b?: ZodiacSign;
  /**
   * Format: date
   * @description Day of birth
   */
  birth_date_a?: string;
  /**
   * Format: date
   * @description Day of birth
   */
  birth_date_b?: string;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
}
export interface HoroscopeCompatibilityAnswer {
  computed_data: {
    /** @description Name of a zodiac sign, in any letter case */
    sign_a: ZodiacSign;
    /** @description Name of a zodiac sign, in any letter case */
    sign_b: ZodiacSign;
    /** @description Whether a birth date was given */
    personalized: boolean;
  };
  reading: {
    overall_score: number;
    love: {
      score: number;
      description: string;
    };
    friendship: {
      score: number;
      description: string;
    };
    communication: {
      score: number;
      description: string;
    };
    summary: string;
  };
  response_code: number;
  response_time_ms: number;
}
export type HoroscopeDailyHoroscopeRequest = {
  /**
   * Format: date
   * @description The day to read, by default today (UTC)
   */
  date?: string;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
} & HoroscopeSubject;
export interface HoroscopeDailyHoroscopeAnswer {
  computed_data: {
    /** @constant */
    period: 'daily';
    /** Format: date */
    date: string;
  } & ZodiacPlacement;
  reading: {
    general: string;
    love: string;
    career: string;
    health: string;
    lucky_color: string;
    lucky_number: number;
    mood: string;
  };
  response_code: number;
  response_time_ms: number;
}
export type HoroscopeMonthlyHoroscopeRequest = {
  /** @description The month to read, by default the current one (UTC): a month as YYYY-MM */
  month?: string;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
} & HoroscopeSubject;
export interface HoroscopeMonthlyHoroscopeAnswer {
  computed_data: {
    /** @constant */
    period: 'monthly';
    /** @description A month as YYYY-MM */
    month: string;
  } & ZodiacPlacement;
  reading: {
    overview: string;
    love: string;
    career: string;
    health: string;
    planetary_influences: string;
    key_dates: string[];
    /** @description Why each of key_dates matters to the sign, in the same order */
    key_date_reasons: string[];
    themes: string[];
  };
  response_code: number;
  response_time_ms: number;
}
export interface HoroscopeMoonPhaseReportRequest {
  /**
   * Format: date
   * @description The day to read, by default today (UTC)
   */
  date?: string;
  /**
   * Format: date
   * @description Personalizes the guidance
   */
  birth_date?: string;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
}
export interface HoroscopeMoonPhaseReportAnswer {
  computed_data: {
    /** Format: date */
    date: string;
    /** @enum {string} */
    phase:
      | 'new_moon'
      | 'waxing_crescent'
      | 'first_quarter'
      | 'waxing_gibbous'
      | 'full_moon'
      | 'waning_gibbous'
      | 'last_quarter'
      | 'waning_crescent';
    /**
     * @description The eclipse whose maximum falls on this UTC day, wherever on earth it is seen
     * @enum {string}
     */
    eclipse?: 'total_solar' | 'annular_solar' | 'partial_solar' | 'total_lunar' | 'partial_lunar' | 'penumbral_lunar';
    /** @description Lit part of the disc at 12:00 UTC, in percent */
    illumination: number;
    /** @description Days since the last new moon, at 12:00 UTC */
    age_days: number;
    /** @description Name of a zodiac sign, in any letter case */
    moon_sign: ZodiacSign;
    /** Format: date-time */
    next_new_moon: string;
    /** Format: date-time */
    next_full_moon: string;
    /** @description Whether a birth date was given */
    personalized: boolean;
  };
  reading: {
    overview: string;
    guidance: string;
    intention: string;
    best_for: string[];
  };
  response_code: number;
  response_time_ms: number;
}
export interface HoroscopeTarotReadingRequest {
  /**
   * @default three
   * @enum {string}
   */
  spread?: 'single' | 'three' | 'celtic_cross';
  /** @description What the cards are asked */
  question?: string;
  /**
   * Format: date
   * @description Personalizes the reading
   */
  birth_date?: string;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
}
export interface HoroscopeTarotReadingAnswer {
  computed_data: {
    /** @enum {string} */
    spread: 'single' | 'three' | 'celtic_cross';
    drawn_cards: {
      name: string;
      /** @enum {string} */
      arcana: 'major' | 'minor';
      /** @description Major 0-21, minor 1-14 */
      number: number;
      reversed: boolean;
    }[];
    /** @description Whether a birth date was given */
    personalized: boolean;
  };
  reading: {
    cards: {
      position: string;
      card: string;
      meaning: string;
    }[];
    overall: string;
  };
  response_code: number;
  response_time_ms: number;
}
export type HoroscopeWeeklyHoroscopeRequest = {
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
} & HoroscopeSubject;
export interface HoroscopeWeeklyHoroscopeAnswer {
  computed_data: {
    /** @constant */
    period: 'weekly';
    /** Format: date */
    week_start: string;
    /** Format: date */
    week_end: string;
  } & ZodiacPlacement;
  reading: {
    overview: string;
    love: string;
    career: string;
    health: string;
    highlights: {
      best_day: string;
      challenging_day: string;
      focus_area: string;
    };
  };
  response_code: number;
  response_time_ms: number;
}
export type HoroscopeZodiacProfileRequest = {
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
} & HoroscopeSubject;
export interface HoroscopeZodiacProfileAnswer {
  computed_data: ZodiacPlacement;
  reading: {
    element: string;
    ruling_planet: string;
    strengths: string;
    weaknesses: string;
    description: string;
    traits: string[];
    compatibility: ZodiacSign[];
  };
  response_code: number;
  response_time_ms: number;
}
export interface NumerologyChallengeNumbersRequest {
  /**
   * Format: date
   * @description Day of birth
   */
  birth_date: string;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
}
export interface NumerologyChallengeNumbersAnswer {
  computed_data: {
    /** @constant */
    type: 'challenge';
    number: number[];
  };
  reading: {
    first_challenge: {
      number: number;
      meaning: string;
    };
    second_challenge: {
      number: number;
      meaning: string;
    };
    third_challenge: {
      number: number;
      meaning: string;
    };
    fourth_challenge: {
      number: number;
      meaning: string;
    };
  };
}
export interface NumerologyExpressionNumberRequest {
  /** @description First, middle and last name as given at birth; other scripts are read in Latin letters */
  full_name: string;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
}
export interface NumerologyExpressionNumberAnswer {
  computed_data: {
    /** @constant */
    type: 'expression';
    number: number;
  };
  reading: {
    number: number;
    title: string;
    meaning: string;
    talents: string[];
  };
}
export interface NumerologyLifepathNumberRequest {
  /**
   * Format: date
   * @description Day of birth
   */
  birth_date: string;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
}
export interface NumerologyLifepathNumberAnswer {
  computed_data: {
    /** @constant */
    type: 'lifepath';
    number: number;
  };
  reading: {
    number: number;
    title: string;
    meaning: string;
    strengths: string[];
    challenges: string[];
    career: string;
    relationships: string;
  };
}
export interface NumerologyNumerologicalNumbersRequest {
  /**
   * Format: date
   * @description Day of birth
   */
  birth_date: string;
  /** @description First, middle and last name as given at birth; other scripts are read in Latin letters */
  full_name?: string;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
}
export interface NumerologyNumerologicalNumbersAnswer {
  computed_data: {
    life_path: number;
    expression: number | null;
    soul_urge: number | null;
    personality: number | null;
    subconscious_self: number | null;
    personal_year: number;
    personal_month: number;
    personal_day: number;
    challenge: number[];
  };
  reading: {
    life_path: string;
    expression: string | null;
    soul_urge: string | null;
    overall: string;
  };
}
export interface NumerologyPersonalDayPredictionRequest {
  /**
   * Format: date
   * @description Day of birth
   */
  birth_date: string;
  /**
   * Format: date
   * @description The day to read, by default today (UTC)
   */
  date?: string;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
}
export interface NumerologyPersonalDayPredictionAnswer {
  computed_data: {
    /** @constant */
    type: 'personal_day';
    number: number;
  };
  reading: {
    number: number;
    /** Format: date */
    date: string;
    theme: string;
    advice: string;
    best_for: string[];
    avoid: string[];
  };
}
export interface NumerologyPersonalMonthPredictionRequest {
  /**
   * Format: date
   * @description Day of birth
   */
  birth_date: string;
  /** @description The month to read, by default the current one (UTC): a month as YYYY-MM */
  month?: string;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
}
export interface NumerologyPersonalMonthPredictionAnswer {
  computed_data: {
    /** @constant */
    type: 'personal_month';
    number: number;
  };
  reading: {
    number: number;
    /** @description A month as YYYY-MM */
    month: string;
    theme: string;
    overview: string;
    focus_areas: string[];
  };
}
export interface NumerologyPersonalYearPredictionRequest {
  /**
   * Format: date
   * @description Day of birth
   */
  birth_date: string;
  /** @description The year to read, four digits, by default the current one (UTC) */
  year?: number;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
}
export interface NumerologyPersonalYearPredictionAnswer {
  computed_data: {
    /** @constant */
    type: 'personal_year';
    number: number;
  };
  reading: {
    number: number;
    year: number;
    theme: string;
    overview: string;
    key_months: {
      best: number[];
      challenging: number[];
    };
  };
}
export interface NumerologyPersonalityNumberRequest {
  /** @description First, middle and last name as given at birth; other scripts are read in Latin letters */
  full_name: string;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
}
export interface NumerologyPersonalityNumberAnswer {
  computed_data: {
    /** @constant */
    type: 'personality';
    number: number;
  };
  reading: {
    number: number;
    title: string;
    meaning: string;
    first_impression: string;
  };
}
export interface NumerologySoulUrgeNumberRequest {
  /** @description First, middle and last name as given at birth; other scripts are read in Latin letters */
  full_name: string;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
}
export interface NumerologySoulUrgeNumberAnswer {
  computed_data: {
    /** @constant */
    type: 'soul_urge';
    number: number;
  };
  reading: {
    number: number;
    title: string;
    meaning: string;
    desires: string[];
  };
}
export interface NumerologySubconsciousSelfNumberRequest {
  /** @description First, middle and last name as given at birth; other scripts are read in Latin letters */
  full_name: string;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  language?: string;
}
export interface NumerologySubconsciousSelfNumberAnswer {
  computed_data: {
    /** @constant */
    type: 'subconscious_self';
    number: number;
  };
  reading: {
    number: number;
    meaning: string;
    crisis_response: string;
  };
}
export type VideoPlatformGenerateAllInOneGeneratorRequest = {
  /** @description At most three are used, the first weighs most; unusual symbols are removed */
  keywords?: string[];
} & VideoTopic;
export interface VideoPlatformGenerateAllInOneGeneratorAnswer {
  title: string;
  /** @description About 1,000 characters of plain text */
  description: string;
  /** @description At most 500 characters together */
  tags: string[];
  /** @description Language of the text (ISO 639-1): English where the composer does not speak the requested one */
  language: string;
  /** @description `composer`, or `model` and the name of the language model */
  writer: string;
}
export type VideoPlatformGenerateChannelDescriptionGeneratorRequest = {
  /** @description At most three are used, the first weighs most; unusual symbols are removed */
  keywords?: string[];
  tone?: Tone;
} & VideoTopic;
export interface VideoPlatformGenerateChannelDescriptionGeneratorAnswer {
  channelDescription: string;
  /** @description Language of the text (ISO 639-1): English where the composer does not speak the requested one */
  language: string;
  /** @description `composer`, or `model` and the name of the language model */
  writer: string;
}
export type VideoPlatformGenerateChannelNameIdeasRequest = VideoTopic;
export interface VideoPlatformGenerateChannelNameIdeasAnswer {
  suggestions: string[];
  /** @description Language of the text (ISO 639-1): English where the composer does not speak the requested one */
  language: string;
  /** @description `composer`, or `model` and the name of the language model */
  writer: string;
}
export type VideoPlatformGenerateCommentGeneratorRequest = {
  mood?: Mood;
  tone?: Tone;
  /**
   * @description Whether and where emoji are put
   * @default none
   * @enum {string}
   */
  emojis_mode?: 'none' | 'random_inject' | 'delimiter' | 'seo_block';
} & VideoTopic;
export interface VideoPlatformGenerateCommentGeneratorAnswer {
  comment: string;
  /** @description Language of the text (ISO 639-1): English where the composer does not speak the requested one */
  language: string;
  /** @description `composer`, or `model` and the name of the language model */
  writer: string;
}
export type VideoPlatformGenerateDescriptionGeneratorRequest = {
  /** @description At most three are used, the first weighs most; unusual symbols are removed */
  keywords?: string[];
  mood?: Mood;
  tone?: Tone;
  /**
   * @description Whether and where emoji are put
   * @default none
   * @enum {string}
   */
  emojis_mode?: 'none' | 'random_inject' | 'delimiter' | 'seo_block';
  /**
   * @description Whether and where hashtags go
   * @default none
   * @enum {string}
   */
  hashtags_mode?: 'none' | 'end' | 'random_inject' | 'seo_block';
} & VideoTopic;
export interface VideoPlatformGenerateDescriptionGeneratorAnswer {
  /** @description About 1,000 characters of plain text */
  description: string;
  /** @description Language of the text (ISO 639-1): English where the composer does not speak the requested one */
  language: string;
  /** @description `composer`, or `model` and the name of the language model */
  writer: string;
}
export type VideoPlatformGenerateHashtagGeneratorRequest = {
  /**
   * @description Where hashtags go
   * @default end
   * @enum {string}
   */
  hashtags_mode?: 'end' | 'random_inject' | 'seo_block';
} & VideoTopic;
export interface VideoPlatformGenerateHashtagGeneratorAnswer {
  hashtags: string[];
  /** @description Language of the text (ISO 639-1): English where the composer does not speak the requested one */
  language: string;
  /** @description `composer`, or `model` and the name of the language model */
  writer: string;
}
export type VideoPlatformGenerateScriptGeneratorRequest = {
  /**
   * @description Grammatical person of the narration
   * @default 1st
   * @enum {string}
   */
  person?: '1st' | '3rd';
  tone?: Tone;
} & VideoTopic;
export interface VideoPlatformGenerateScriptGeneratorAnswer {
  script: string;
  /** @description Language of the text (ISO 639-1): English where the composer does not speak the requested one */
  language: string;
  /** @description `composer`, or `model` and the name of the language model */
  writer: string;
}
export type VideoPlatformGenerateSocialPostGeneratorRequest = {
  /**
   * @description Where it is posted; MICROBLOG caps it at 280 characters
   * @default VIDEO_PLATFORM
   * @enum {string}
   */
  network?: 'VIDEO_PLATFORM' | 'MICROBLOG' | 'SOCIAL_NETWORK';
  /**
   * @description Where hashtags go
   * @default end
   * @enum {string}
   */
  hashtags_mode?: 'end' | 'random_inject' | 'seo_block';
} & VideoTopic;
export interface VideoPlatformGenerateSocialPostGeneratorAnswer {
  post: string;
  /** @description Language of the text (ISO 639-1): English where the composer does not speak the requested one */
  language: string;
  /** @description `composer`, or `model` and the name of the language model */
  writer: string;
}
export type VideoPlatformGenerateTagGeneratorRequest = {
  /** @description At most three are used, the first weighs most; unusual symbols are removed */
  keywords?: string[];
} & VideoTopic;
export interface VideoPlatformGenerateTagGeneratorAnswer {
  /** @description At most 500 characters together */
  tags: string[];
  /** @description Language of the text (ISO 639-1): English where the composer does not speak the requested one */
  language: string;
  /** @description `composer`, or `model` and the name of the language model */
  writer: string;
}
export type VideoPlatformGenerateTitleGeneratorRequest = {
  /** @description At most three are used, the first weighs most; unusual symbols are removed */
  keywords?: string[];
  mood?: Mood;
  tone?: Tone;
  /**
   * @description Whether and where emoji are put
   * @default none
   * @enum {string}
   */
  emojis_mode?: 'none' | 'random_inject' | 'delimiter' | 'seo_block';
} & VideoTopic;
export interface VideoPlatformGenerateTitleGeneratorAnswer {
  title: string;
  /** @description Language of the text (ISO 639-1): English where the composer does not speak the requested one */
  language: string;
  /** @description `composer`, or `model` and the name of the language model */
  writer: string;
}
export interface VideoPlatformChannelAuditRequest {
  /** @description Channel id starting with UC, handle, vanity name, or URL of the channel */
  channel: string;
  /** @description Only what was published at or after this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC) */
  after?: string;
  /** @description Only what was published before this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC) */
  before?: string;
}
export interface VideoPlatformChannelAuditAnswer {
  /** @description Weekday (UTC) whose uploads were viewed most on average */
  bestUploadDay: string;
  /** @description Hour whose uploads were viewed most on average, HH:00 */
  bestUploadHourUTC: string;
  avgVideoLengthSec: number;
  topVideos: {
    id: string;
    title: string;
    views: number;
    len_s: number;
  }[];
  language: string | null;
  country: string | null;
  category: string | null;
  categoryRaw: string | null;
}
export interface VideoPlatformChannelFindIdRequest {
  /** @description Handle or name of the channel */
  query: string;
}
export interface VideoPlatformChannelFindIdAnswer {
  channel_id: string;
}
export interface VideoPlatformChannelInfoRequest {
  /** @description Channel id starting with UC, handle, vanity name, or URL of the channel */
  channel: string;
}
export interface VideoPlatformChannelInfoAnswer {
  id: string;
  title: string;
  description: string;
  keywords: string;
  topicCats: string[];
  topicCatsRaw: string[];
  country: string | null;
}
export interface VideoPlatformChannelPlaylistsRequest {
  /** @description Channel id starting with UC, handle, vanity name, or URL of the channel */
  channel: string;
  /** @default 50 */
  limit?: number;
  /**
   * @default date
   * @enum {string}
   */
  order?: 'date' | 'videos' | 'title';
  /** @description Only what was published at or after this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC) */
  after?: string;
  /** @description Only what was published before this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC) */
  before?: string;
}
export interface VideoPlatformChannelPlaylistsAnswer {
  playlists: {
    id: string;
    title: string;
    description: string;
    video_count: number;
    /** Format: date-time */
    published_at: string;
  }[];
}
export interface VideoPlatformChannelRegionRestrictionsRequest {
  /** @description Channel id starting with UC, handle, vanity name, or URL of the channel */
  channel: string;
}
export interface VideoPlatformChannelRegionRestrictionsAnswer {
  madeForKids: boolean;
}
export interface VideoPlatformChannelSearchRequest {
  /** @description Keywords, or a handle beginning with @ */
  query: string;
  /** @default 10 */
  limit?: number;
  /**
   * @default relevance
   * @enum {string}
   */
  order?: 'relevance' | 'date' | 'rating' | 'viewCount' | 'title' | 'videoCount';
  /**
   * @description Only what was published in this time up to now; after and before override it
   * @enum {string}
   */
  period?: 'today' | 'week' | 'month' | 'year';
  /** @description Only what was published at or after this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC) */
  after?: string;
  /** @description Only what was published before this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC) */
  before?: string;
}
export type VideoPlatformChannelSearchAnswer = VideoPlatformItem[];
export interface VideoPlatformChannelSettingsRequest {
  /** @description Channel id starting with UC, handle, vanity name, or URL of the channel */
  channel: string;
}
export interface VideoPlatformChannelSettingsAnswer {
  defaultLang: string | null;
  country: string | null;
  showRelatedChannels: boolean;
  featuredChannels: string[];
}
export interface VideoPlatformChannelStatisticsRequest {
  /** @description Channel id starting with UC, handle, vanity name, or URL of the channel */
  channel: string;
}
export interface VideoPlatformChannelStatisticsAnswer {
  /** @description 0 when hidden */
  subscribers: number;
  views: number;
  videos: number;
  hiddenSubs: boolean;
}
export interface VideoPlatformChannelSubscribeLinkGeneratorRequest {
  /** @description Channel id starting with UC, handle, vanity name, or URL of the channel */
  channel: string;
}
export interface VideoPlatformChannelSubscribeLinkGeneratorAnswer {
  /** Format: uri */
  url: string;
}
export interface VideoPlatformChannelThumbnailRequest {
  /** @description Channel id starting with UC, handle, vanity name, or URL of the channel */
  channel: string;
}
export interface VideoPlatformChannelThumbnailAnswer {
  url: string;
}
export interface VideoPlatformChannelVideosRequest {
  /** @description Channel id starting with UC, handle, vanity name, or URL of the channel */
  channel: string;
  /** @default 50 */
  limit?: number;
  /**
   * @default date
   * @enum {string}
   */
  order?: 'date' | 'relevance' | 'rating' | 'viewCount' | 'title' | 'videoCount';
  /**
   * @description Only what was published in this time up to now; after and before override it
   * @enum {string}
   */
  period?: 'today' | 'week' | 'month' | 'year';
  /** @description Only what was published at or after this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC) */
  after?: string;
  /** @description Only what was published before this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC) */
  before?: string;
}
export type VideoPlatformChannelVideosAnswer = VideoPlatformItem[];
export interface VideoPlatformSearchAutocompleteRequest {
  /** @description What was typed so far */
  q: string;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  hl?: string;
}
export interface VideoPlatformSearchAutocompleteAnswer {
  data: {
    query: string;
    lang: string;
    suggestions: string[];
    cnt_results: number;
  };
}
export type VideoPlatformSearchChannelsRequest = VideoSearchFilters;
export interface VideoPlatformSearchChannelsAnswer {
  data: {
    cnt_results: number;
    channels: VideoPlatformItem[];
  };
}
export type VideoPlatformSearchPlaylistsRequest = VideoSearchFilters;
export interface VideoPlatformSearchPlaylistsAnswer {
  data: {
    cnt_results: number;
    playlists: {
      id: string;
      title: string;
      description: string;
      /** Format: date-time */
      publishedAt: string;
      channelId: string;
      items: number | null;
    }[];
  };
}
export type VideoPlatformSearchVideosRequest = {
  /**
   * @default any
   * @enum {string}
   */
  duration?: 'any' | 'short' | 'medium' | 'long';
} & VideoSearchFilters;
export interface VideoPlatformSearchVideosAnswer {
  data: {
    cnt_results: number;
    videos: {
      id: string;
      title: string;
      description: string;
      /** Format: date-time */
      publishedAt: string;
      channelId: string;
      durationISO: string | null;
      views: number | null;
    }[];
  };
}
export type QrCodeBatchRequest = {
  /** @description The codes */
  rows: {
    /** @description The content to encode, as it is */
    qr_code_text: string;
    /** @description What name_pattern may use */
    name?: string;
    /** @description Caption of this code, instead of that of all */
    frame_text?: string;
  }[];
  /**
   * @description Names of the files: {n} is the number of the row, {name} its name, {text} what it holds
   * @default qr-{n}
   */
  name_pattern?: string;
  /**
   * @description Width of each image in pixels, 96 to the inch in a PDF; SVG and PDF are sharp at any size
   * @default 500
   */
  image_width?: number;
} & QrLook;
export interface QrCodeBatchAnswer {
  /** @description Codes in the archive */
  made: number;
  /** @description What was charged for them */
  credits: number;
  mime: string;
  /** @description Size of the archive; 0 when no code could be made */
  bytes: number;
  /** @description Where the archive can be fetched */
  file_url?: string;
  /** @description Where it is on its disk */
  file_path?: string;
  /** @description Rows of which no code was made, and why; they are not charged */
  failed: {
    /** @description Number of the row, from 1 */
    row: number;
    error: string;
    type: string;
    /** @description The field of the row */
    param?: string;
  }[];
}
export type QrCodeGenerateRequest = {
  /**
   * @description page keeps the page document and encodes its public address
   * @default text
   * @enum {string}
   */
  type?: 'text' | 'url' | 'page';
  /**
   * @default generate
   * @enum {string}
   */
  action?: 'generate';
  /** @description The content to encode, as it is; required unless type is page */
  qr_code_text?: string;
  /** @description The QR page document; required for type page */
  page?: PageDocument;
} & QrImageOptions;
export type QrCodeGenerateAnswer = QrImage;
export type QrExperienceGenerateRequest = ({
  /** @description What you know it by */
  label?: string;
  /** @description A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away */
  slug?: string;
  /** @description Where phones are sent on to, whatever all others are shown */
  targets?: {
    /** @description Where iPhones and iPads are sent on to */
    ios?: string;
    /** @description Where Android phones are sent on to */
    android?: string;
  };
} & QrImageOptions) &
  (
    | PageExperience
    | UrlExperience
    | TextExperience
    | RatingExperience
    | Mp3Experience
    | PdfExperience
    | SocialExperience
    | ImagesExperience
    | AppExperience
    | VideosExperience
    | EventExperience
    | CouponExperience
    | FeedbackExperience
    | VcardPlusExperience
    | WifiExperience
    | MenuExperience
    | BusinessHoursExperience
    | LeadFormExperience
    | FaqExperience
  );
export type QrExperienceGenerateAnswer = {
  experience: {
    id: number;
    code: string;
    type: ExperienceType;
    title: string;
  };
  /** @description Public address of the page */
  scan_url: string;
} & WithRequired<QrImage, 'scan_url'>;
export type QrScanEventRequest = {
  /** @description E.g. cta_click, rating_submitted, download */
  event: string;
  /** @description Text or a number */
  value?: number | string;
  /** @description An object with anything else; at most 4,096 characters of JSON */
  meta?: Record<string, unknown>;
} & QrVisit;
export interface QrScanEventAnswer {
  ok: boolean;
}
export type QrScanScanRequest = QrVisit;
export interface QrScanScanAnswer {
  ok: boolean;
  experience_id: number;
  code: string;
  type: string;
}
export interface MailcheckerRequest {
  /** @description One email address */
  email: string;
}
export interface MailcheckerAnswer {
  /** @description The address checked */
  email: string;
  /** @enum {string} */
  trusted: 'high' | 'medium' | 'low' | 'unknown';
  score: number;
  /** @enum {string} */
  risk: 'low' | 'medium' | 'high';
  /** @description Whether the domain is a common provider of mailboxes */
  knownProvider: boolean;
  recommend: string[];
  parts: {
    part: string;
    points: number;
  }[];
  checks: {
    valid: boolean;
    reason: string | null;
    normalized: string | null;
    disposable: boolean;
    /** @description Whether anyone can have a mailbox at the domain */
    free: boolean;
    /** @description Whether it is read by whoever has a task, not by a person */
    role: boolean;
    /** @enum {string} */
    mail: 'mx' | 'address_only' | 'null_mx' | 'none' | 'unknown';
    mx: string[];
    parked: boolean | null;
    spf: boolean | null;
    dmarc: ('absent' | 'none' | 'quarantine' | 'reject') | null;
  };
}
export interface DeviceAnalyzeRequest {
  /** @description The User-Agent string; by default the calling request's own. Its first 512 characters are analyzed */
  ua?: string;
}
export interface DeviceAnalyzeAnswer {
  data: {
    ua_string: string;
    browser: {
      name: string | null;
      version: string | null;
      vendor: string | null;
    };
    engine: {
      name: string | null;
      version: string | null;
    };
    os: {
      name: string | null;
      version: string | null;
    };
    device: {
      type: string | null;
      brand: string | null;
      model: string | null;
    };
    bot: {
      name: string;
      category: string | null;
      url: string | null;
    } | null;
    is_mobile: boolean;
    is_tablet: boolean;
    is_bot: boolean;
    is_desktop: boolean;
  };
  response_code: number;
  response_time_ms: number;
}
export interface WebSearchSearchAutocompleteRequest {
  /** @description Search phrase; short prefixes may have few suggestions or none */
  q: string;
  /**
   * @description ISO 639-1 code of the language of the answer: a language code such as en
   * @default en
   */
  hl?: string;
}
export interface WebSearchSearchAutocompleteAnswer {
  /** @description The phrase that was looked up */
  query: string;
  lang: string;
  cnt_results: number;
  suggestions: string[];
}
export interface VatRequest {
  /** @enum {string} */
  action: 'calculate' | 'list-countries' | 'country-profile' | 'country-rates';
  /** @description Amount without VAT; negative on a credit note: a number such as 1234.56 or 1.234,56 */
  net?: number | string;
  /** @description Amount with VAT: a number such as 1234.56 or 1.234,56 */
  gross?: number | string;
  /** @description The VAT itself: a number such as 1234.56 or 1.234,56 */
  vat_amount?: number | string;
  /** @description Rate in percent, 0 to 100; wins over country_code and vat_type: a number such as 1234.56 or 1.234,56 */
  vat_rate?: number | string;
  /** @description ISO 3166 two-letter code; EL (Greece), UK and XI (Northern Ireland) are understood too */
  country_code?: string;
  /**
   * @description Which of the country’s rates to use, standard by default
   * @enum {string}
   */
  vat_type?: 'standard' | 'reduced' | 'super-reduced' | 'zero';
  /**
   * @description multi_rate calculates one scenario for every rate of the country
   * @default single_rate
   * @enum {string}
   */
  mode?: 'single_rate' | 'multi_rate';
  /**
   * @description false gives unrounded amounts
   * @default true
   */
  round?: boolean;
}
export type VatAnswer =
  | VatCalculation
  | {
      country_code: string | null;
      /** @constant */
      scenario_type: 'multi_rate';
      scenarios: VatCalculation[];
      warnings: string[];
    }
  | {
      countries: {
        code: string;
        name: string;
        currency: string;
        standard: number | null;
      }[];
      count: number;
    }
  | {
      country_code: string;
      name: string;
      currency: string;
      rates: VatRates;
      default_rate: number | null;
      rounding: {
        /** @description Decimals */
        precision: number;
        /** @enum {string} */
        mode: 'half_up' | 'half_even' | 'floor';
      };
      /** @description Whether business customers account for VAT on services from abroad */
      reverse_charge: boolean;
      vat_number_format: string | null;
      /** @description Regions and goods for which other rates hold */
      notes: string[];
      /** @description Where the rates were looked up */
      source: string;
    }
  | {
      country_code: string;
      rates: VatRates;
      /**
       * Format: date
       * @description When the rates were checked
       */
      updated_at: string;
      /** @description Regions and goods for which other rates hold */
      notes: string[];
      /** @description Where the rates were looked up */
      source: string;
    };
export interface CurrencyConvertRequest {
  /** @description Code of the currency to convert from, e.g. EUR */
  from: string;
  /** @description Code of the currency to convert to, e.g. USD */
  to: string;
  /** @description Amount in the from currency */
  amount: number;
  /**
   * @description Whether to compare providers
   * @default true
   */
  include_platforms?: boolean;
}
export interface CurrencyConvertAnswer {
  from: string;
  to: string;
  amount: number;
  mid_market: {
    rate: number;
    result: number;
  };
  platforms: {
    [key: string]: {
      rate: number;
      result: number;
      fee: number;
      total_cost: number;
      markup: string;
    };
  };
  sources: {
    /**
     * @description Which of the sources, asked in this order, the rate comes from
     * @enum {string}
     */
    primary: 'primary' | 'secondary' | 'central_bank' | 'last_known';
  };
  /** Format: date-time */
  fetched_at: string;
}
export type CurrencyCurrenciesRequest = Record<string, unknown>;
export interface CurrencyCurrenciesAnswer {
  currencies: {
    code: string;
    name: string;
    symbol: string;
    decimals: number;
    /** @enum {string} */
    type: 'fiat' | 'crypto' | 'metal';
  }[];
  total: number;
  top_fiat: string[];
  top_crypto: string[];
  metals: string[];
}
export interface CurrencyHistoricalRequest {
  /** @description Code of the currency to convert from, e.g. EUR */
  from: string;
  /** @description Code of the currency to convert to, e.g. USD */
  to: string;
  /**
   * Format: date
   * @description First day, by default 30 days ago
   */
  start_date?: string;
  /**
   * Format: date
   * @description Last day, by default today (UTC)
   */
  end_date?: string;
}
export interface CurrencyHistoricalAnswer {
  from: string;
  to: string;
  /** Format: date */
  start_date: string;
  /** Format: date */
  end_date: string;
  rates: {
    /** Format: date */
    date: string;
    rate: number;
  }[];
  count: number;
}
export type CurrencyPlatformsRequest = Record<string, unknown>;
export interface CurrencyPlatformsAnswer {
  platforms: {
    [key: string]: {
      name: string;
      markup: number;
      fee_pct: number;
      fee_flat: number;
      weekend_extra: number;
    };
  };
}
export interface CurrencyRatesRequest {
  /** @description Code of the currency to convert from, e.g. EUR */
  from?: string;
  /** @description Code of the currency to convert to, e.g. USD */
  to?: string;
  /** @description Up to 20 pairs */
  pairs?: {
    /** @description Code of the currency to convert from, e.g. EUR */
    from: string;
    /** @description Code of the currency to convert to, e.g. USD */
    to: string;
  }[];
}
export interface CurrencyRatesAnswer {
  rates: {
    from: string;
    to: string;
    rate: number;
    /**
     * @description Which of the sources, asked in this order, the rate comes from
     * @enum {string}
     */
    source: 'primary' | 'secondary' | 'central_bank' | 'last_known';
    /** Format: date-time */
    fetched_at: string;
  }[];
}
export interface MusicChartDataRequest {
  /** @enum {string} */
  action:
    | 'search'
    | 'get-trends'
    | 'get-songs'
    | 'get-songs-by-trend'
    | 'get-artists'
    | 'get-artist-by-trend'
    | 'get-daily-chart'
    | 'get-weekly-chart'
    | 'get-monthly-chart'
    | 'get-artist-chart'
    | 'get-videos';
  /** @description search: song or artist, about 20 characters */
  keyword?: string;
  /** @description Comma-separated ids of songs, artists or trends */
  ids?: string;
  /** @description Id of a trend (country or region) */
  trend?: string;
  /**
   * Format: date
   * @description Day of the chart
   */
  day?: string;
  /** @description get-videos: comma-separated video codes */
  yt_codes?: string;
  /** @description Comma-separated charts to include: daily, weekly, monthly, artists */
  charts?: string;
  /** @description Whether to include statistics: yes or no */
  stats?: boolean;
  /** @description Whether to include an artist's songs: yes or no */
  songs?: boolean;
  /** @description Whether to include a video's statistics by day: yes or no */
  dailyStats?: boolean;
}
export interface MusicChartDataAnswer {
  data: Record<string, unknown>[];
  meta: {
    provider: string;
    upstream_response_code: number;
    upstream_error_number: number | null;
    /** @description Name of the provider's method that was called */
    endpoint: string;
  };
}
export type AccountRequest = Record<string, unknown>;
export interface AccountAnswer {
  account: string;
  name: string;
  /** @description Credits that can be spent */
  balance: number;
  /** @description Credits held for calls that are under way */
  held: number;
  /** @description Credits that were spent, and whose money went back since: the next purchase pays them */
  owed: number;
  credits_low_below: number | null;
  credits_low_days: number | null;
  errors_above_percent: number | null;
  storage: {
    /** @description What is kept: saved images, pages with their photos, and kept answers */
    bytes_used: number;
    /** @description What may be kept */
    bytes_limit: number;
  };
  /** @description Those that are spent first, at most 100 */
  lots: {
    id: string;
    /** Format: date-time */
    bought_at: string;
    /** Format: date-time */
    expires_at: string;
    credits_left: number;
  }[];
  key: {
    id: string;
    name: string;
    /** @enum {string} */
    mode: 'live' | 'test';
    prefix: string;
    scopes: string[];
    ip_ranges: string[];
    budget_per_day: number | null;
    budget_per_month: number | null;
    /** @description Credits; counted while the key has a budget */
    spent_today: number;
    /** @description Credits; counted while the key has a budget */
    spent_this_month: number;
    active: boolean;
    expires_at: string | null;
  };
  limits: {
    [key: string]: number;
  };
}
export interface ChangeAccountRequest {
  /** @description The balance below which `credits.low` is sent, in credits; 0 for never */
  credits_low_below?: number;
  /** @description For how many days the balance must do at the pace of the last week, or `credits.running_out` is sent; 0 for never */
  credits_low_days?: number;
  /** @description The share of the calls of the last hour, of 20 at least, above which `errors.high` is sent; 0 for never */
  errors_above_percent?: number;
}
export interface ChangeAccountAnswer {
  account: string;
  credits_low_below: number | null;
  credits_low_days: number | null;
  errors_above_percent: number | null;
}
export interface UsageRequest {
  /**
   * Format: date
   * @description First day (UTC), by default 29 days before the last
   */
  from?: string;
  /**
   * Format: date
   * @description Last day (UTC), by default today
   */
  to?: string;
  /**
   * @default day
   * @enum {string}
   */
  group_by?: 'day' | 'endpoint' | 'key';
  /**
   * @description Rows per page
   * @default 100
   */
  limit?: number;
  /** @description The `next` of the page before */
  after?: string;
}
export interface UsageAnswer {
  /** Format: date */
  from: string;
  /** Format: date */
  to: string;
  group_by: string;
  rows: {
    group: string;
    calls: number;
    credits: number;
    statuses: {
      [key: string]: number;
    };
  }[];
  next: string | null;
}
export interface RequestsRequest {
  /** @description Calls of this endpoint only, e.g. `vat/validate` */
  endpoint?: string;
  /** @description Calls with the key of this id only */
  key?: string;
  /** @description Calls answered with this status only */
  status?: number;
  /** @description Calls answered with this type of error only */
  type?: string;
  /**
   * @description Calls that were charged, or given back, only
   * @enum {string}
   */
  state?: 'charged' | 'given_back';
  /** @description Calls that took longer only */
  slower_than_ms?: number;
  /**
   * Format: date-time
   * @description Calls answered at this instant or later
   */
  from?: string;
  /**
   * Format: date-time
   * @description Calls answered before this instant
   */
  to?: string;
  /**
   * @description Calls per page
   * @default 50
   */
  limit?: number;
  /** @description The `next` of the page before */
  after?: string;
}
export interface RequestsAnswer {
  requests: {
    request_id: string;
    /**
     * Format: date-time
     * @description When it was answered
     */
    at: string;
    endpoint: string;
    /** @description Id of the key */
    key: string;
    status: number;
    type: string | null;
    ms: number | null;
    queue_ms: number | null;
    /** @enum {string} */
    state: 'charged' | 'given_back';
    /** @description What it cost in the end */
    credits: number;
  }[];
  next: string | null;
}
export interface RequestRequest {
  /** @description X-Request-Id of the call */
  request_id: string;
}
export interface RequestAnswer {
  request_id: string;
  endpoint: string | null;
  timeline: {
    at: string | null;
    title: string;
    details: {
      [key: string]: string;
    };
  }[];
}
export interface CreateTokenRequest {
  /** @description Ids of groups and endpoints that it may call; by default the key's */
  scopes?: string[];
  /**
   * @description Seconds until it expires
   * @default 900
   */
  expires_in?: number;
  /** @description The one origin that it works from: an origin such as https://example.com */
  origin?: string;
}
export interface CreateTokenAnswer {
  token: string;
  /** Format: date-time */
  expires_at: string;
  scopes: string[];
  origin: string | null;
}
export interface JobsRequest {
  /**
   * @description Jobs per page
   * @default 20
   */
  limit?: number;
  /** @description The `next` of the page before */
  after?: string;
}
export interface JobsAnswer {
  jobs: {
    job_id: string;
    endpoint: string;
    /** Format: date-time */
    submitted_at: string;
    /** @enum {string} */
    state: 'queued' | 'running' | 'finished';
    status: number | null;
  }[];
  next: string | null;
}
export type ListPacksRequest = Record<string, unknown>;
export interface ListPacksAnswer {
  packs: {
    pack: string;
    credits: number;
    /** @description In the smallest unit of the currency, e.g. cents */
    price: number;
    /** @description ISO 4217, in small letters */
    currency: string;
  }[];
}
export interface BuyCreditsRequest {
  /** @description Id of a pack */
  pack: string;
  /**
   * @description Whether the payment method is kept, for automatic top-ups
   * @default false
   */
  save_method?: boolean;
  /** @description Where the payer goes afterwards, with `order` in the query, and `paid=1` unless they went back */
  return_url?: string;
}
export interface BuyCreditsAnswer {
  order: {
    /** @description Also the id of its lot, once it is paid */
    order: string;
    /** @enum {string} */
    kind: 'checkout' | 'top_up';
    /** @enum {string} */
    state: 'open' | 'paid' | 'failed' | 'expired';
    pack: string;
    credits: number;
    /** @description In the smallest unit of the currency, e.g. cents */
    price: number;
    currency: string;
    /** @description What of the price went back to the payer */
    refunded: number;
    /** @description What of the price the payer's bank has taken back */
    disputed: number;
    why: string | null;
    /** Format: date-time */
    created_at: string;
    pay_until: string | null;
    paid_at: string | null;
  };
  /** @description The page on which to pay, for a day */
  url: string;
}
export interface OrdersRequest {
  /** @default 50 */
  limit?: number;
  /** @description The `next` of the page before */
  after?: string;
}
export interface OrdersAnswer {
  orders: {
    /** @description Also the id of its lot, once it is paid */
    order: string;
    /** @enum {string} */
    kind: 'checkout' | 'top_up';
    /** @enum {string} */
    state: 'open' | 'paid' | 'failed' | 'expired';
    pack: string;
    credits: number;
    /** @description In the smallest unit of the currency, e.g. cents */
    price: number;
    currency: string;
    /** @description What of the price went back to the payer */
    refunded: number;
    /** @description What of the price the payer's bank has taken back */
    disputed: number;
    why: string | null;
    /** Format: date-time */
    created_at: string;
    pay_until: string | null;
    paid_at: string | null;
  }[];
  next: string | null;
}
export interface OrderRequest {
  /** @description Id of an order (ord_…, top_…) */
  order: string;
}
export interface OrderAnswer {
  order: {
    /** @description Also the id of its lot, once it is paid */
    order: string;
    /** @enum {string} */
    kind: 'checkout' | 'top_up';
    /** @enum {string} */
    state: 'open' | 'paid' | 'failed' | 'expired';
    pack: string;
    credits: number;
    /** @description In the smallest unit of the currency, e.g. cents */
    price: number;
    currency: string;
    /** @description What of the price went back to the payer */
    refunded: number;
    /** @description What of the price the payer's bank has taken back */
    disputed: number;
    why: string | null;
    /** Format: date-time */
    created_at: string;
    pay_until: string | null;
    paid_at: string | null;
  };
  url: string | null;
}
export interface CancelOrderRequest {
  /** @description Id of an order (ord_…) */
  order: string;
}
export interface CancelOrderAnswer {
  order: {
    /** @description Also the id of its lot, once it is paid */
    order: string;
    /** @enum {string} */
    kind: 'checkout' | 'top_up';
    /** @enum {string} */
    state: 'open' | 'paid' | 'failed' | 'expired';
    pack: string;
    credits: number;
    /** @description In the smallest unit of the currency, e.g. cents */
    price: number;
    currency: string;
    /** @description What of the price went back to the payer */
    refunded: number;
    /** @description What of the price the payer's bank has taken back */
    disputed: number;
    why: string | null;
    /** Format: date-time */
    created_at: string;
    pay_until: string | null;
    paid_at: string | null;
  };
}
export type TopUpRequest = Record<string, unknown>;
export interface TopUpAnswer {
  top_up: {
    /** @description The balance below which it buys, in credits */
    below: number;
    pack: string;
    /** @description How often it buys in a day (UTC) at most */
    most_per_day: number;
    on: boolean;
    switched_off: {
      /** Format: date-time */
      at: string;
      /** @description The payment provider's word for it */
      why: string;
    } | null;
  } | null;
  method: {
    brand: string;
    last4: string;
  } | null;
}
export interface SetTopUpRequest {
  /** @description In credits */
  below: number;
  /** @description Id of a pack */
  pack: string;
  /** @description In a day (UTC) */
  most_per_day: number;
}
export interface SetTopUpAnswer {
  top_up: {
    /** @description The balance below which it buys, in credits */
    below: number;
    pack: string;
    /** @description How often it buys in a day (UTC) at most */
    most_per_day: number;
    on: boolean;
    switched_off: {
      /** Format: date-time */
      at: string;
      /** @description The payment provider's word for it */
      why: string;
    } | null;
  } | null;
  method: {
    brand: string;
    last4: string;
  } | null;
}
export type EndTopUpRequest = Record<string, unknown>;
export interface EndTopUpAnswer {
  top_up: {
    /** @description The balance below which it buys, in credits */
    below: number;
    pack: string;
    /** @description How often it buys in a day (UTC) at most */
    most_per_day: number;
    on: boolean;
    switched_off: {
      /** Format: date-time */
      at: string;
      /** @description The payment provider's word for it */
      why: string;
    } | null;
  } | null;
  method: {
    brand: string;
    last4: string;
  } | null;
}
export interface ExperiencesRequest {
  /**
   * @description Those of this type only
   * @enum {string}
   */
  type?:
    | 'page'
    | 'url'
    | 'text'
    | 'rating'
    | 'mp3'
    | 'pdf'
    | 'social'
    | 'images'
    | 'app'
    | 'videos'
    | 'event'
    | 'coupon'
    | 'feedback'
    | 'vcard_plus'
    | 'wifi'
    | 'menu'
    | 'business_hours'
    | 'lead_form'
    | 'faq';
  /** @description Those with this label only */
  label?: string;
  /**
   * @description Those in this state only
   * @enum {string}
   */
  state?: 'active' | 'paused' | 'taken_down';
  /**
   * @description Pages in one answer
   * @default 50
   */
  limit?: number;
  /** @description The `next` of the answer before */
  after?: string;
}
export interface ExperiencesAnswer {
  experiences: {
    id: number;
    /** @description The code that is printed: it is valid for good */
    code: string;
    type: string;
    title: string;
    label: string | null;
    slug: string | null;
    /**
     * @description What is not active shows visitors a page that says so
     * @enum {string}
     */
    state: 'active' | 'paused' | 'taken_down';
    taken_down: {
      /** Format: date-time */
      at: string;
      reason: string;
    } | null;
    /** @description The address that is printed */
    scan_url: string;
    slug_url: string | null;
    /** @description Rises with each edit */
    version: number;
    /** @description Names this version in If-Match */
    etag: string;
    /** Format: date-time */
    created_at: string;
    changed_at: string | null;
  }[];
  next: string | null;
}
export interface ExperienceRequest {
  /** @description Id of the experience */
  id: number;
}
export type ExperienceAnswer = Experience;
export type ChangeExperienceRequest = {
  /** @description Id of the experience */
  id: number;
} & {
  /** @description The `etag` that this is to change, where it is not sent as the header If-Match */
  if_match?: string;
  /** @description The page document, for type page; it takes the place of all of it */
  page?: PageDocument;
  /** @description The content of every other type, as in generate, all of it; at most 6,100,000 characters of JSON */
  content?: unknown;
  /** @description Where visitors are sent on to, for type url */
  target?: string;
  /** @description What you know it by */
  label?: string;
  /** @description A name of your own in the public address, beside the code, e.g. trattoria-lucia; empty text takes it away */
  slug?: string;
  /** @description Where phones are sent on to, whatever all others are shown */
  targets?: {
    /** @description Where iPhones and iPads are sent on to */
    ios?: string;
    /** @description Where Android phones are sent on to */
    android?: string;
  };
  theme?: Theme;
  /** @description Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser: a two-letter language code such as en */
  language?: string;
  /**
   * @description Whether it is shown
   * @enum {string}
   */
  state?: 'active' | 'paused';
};
export type ChangeExperienceAnswer = Experience;
export type DeleteExperienceRequest = {
  /** @description Id of the experience */
  id: number;
} & {
  /** @description The `etag` that this is to change, where it is not sent as the header If-Match */
  if_match?: string;
};
export interface DeleteExperienceAnswer {
  id: number;
  /** @enum {string} */
  state: 'deleted';
}
export interface ExperienceVersionsRequest {
  /** @description Id of the experience */
  id: number;
}
export interface ExperienceVersionsAnswer {
  versions: {
    version: number;
    /** @description Whether it is what there is now */
    is_current: boolean;
    /**
     * Format: date-time
     * @description When it came about
     */
    at: string;
    key: string | null;
    /** @description The fields that were sent with the edit */
    changed: string[];
    title: string;
  }[];
}
export interface ExperienceVersionRequest {
  /** @description Id of the experience */
  id: number;
  /** @description Number of the version */
  version: number;
}
export interface ExperienceVersionAnswer {
  version: number;
  /** @description Whether it is what there is now */
  is_current: boolean;
  /**
   * Format: date-time
   * @description When it came about
   */
  at: string;
  key: string | null;
  /** @description The fields that were sent with the edit */
  changed: string[];
  title: string;
  label: string | null;
  target: string | null;
  /** @description The page document, of type page */
  page?: unknown;
  /** @description The content, of every other type */
  content?: unknown;
}
export type RestoreExperienceRequest = {
  /** @description Id of the experience */
  id: number;
  /** @description Number of the version */
  version: number;
} & {
  /** @description The `etag` that this is to change, where it is not sent as the header If-Match */
  if_match?: string;
};
export type RestoreExperienceAnswer = Experience;
export interface ExperienceEventsRequest {
  /** @description Id of the experience */
  id: number;
  /** @description Events of this name only, e.g. `feedback_submitted` */
  event?: string;
  /**
   * Format: date-time
   * @description Events at this instant or later
   */
  from?: string;
  /**
   * Format: date-time
   * @description Events before this instant
   */
  to?: string;
  /**
   * @description Events in one answer
   * @default 50
   */
  limit?: number;
  /** @description The `next` of the answer before */
  after?: string;
}
export interface ExperienceEventsAnswer {
  events: {
    id: string;
    /** Format: date-time */
    at: string;
    /** @description E.g. feedback_submitted, rating_submitted, link_click */
    event: string;
    value: (string | number) | null;
    block: string | null;
    meta: Record<string, unknown> | null;
    device: string;
    country: string | null;
    language: string | null;
    referrer: string | null;
    /** @description Whether a crawler or a link preview did it, not a person */
    bot: boolean;
  }[];
  next: string | null;
}
export type DeleteExperienceEventsRequest = {
  /** @description Id of the experience */
  id: number;
} & {
  /**
   * Format: date-time
   * @description Only what came before this instant
   */
  before?: string;
};
export interface DeleteExperienceEventsAnswer {
  id: number;
  /** @enum {string} */
  state: 'deleted';
  /** Format: date-time */
  before: string;
}
export interface ExportExperienceEventsRequest {
  /** @description Id of the experience */
  id: number;
  /** @description Events of this name only, e.g. `feedback_submitted` */
  event?: string;
  /**
   * Format: date-time
   * @description Events at this instant or later
   */
  from?: string;
  /**
   * Format: date-time
   * @description Events before this instant
   */
  to?: string;
}
/** Format: binary */
export type ExportExperienceEventsAnswer = Blob;
export interface ExperienceStatsRequest {
  /** @description Id of the experience */
  id: number;
}
export interface ExperienceStatsAnswer {
  experience: {
    id: number;
    code: string;
    type: string;
    title: string;
  };
  scans: {
    total: number;
    /** @description Visitors that could be told apart; beyond 256 an estimate */
    unique: number;
    /** @description Visits of crawlers and link previews */
    bots: number;
    /** @description The latest 366 days on which someone came */
    per_day: {
      /** Format: date */
      date: string;
      count: number;
    }[];
  };
  devices: {
    [key: string]: number;
  };
  countries: {
    [key: string]: number;
  };
  languages: {
    [key: string]: number;
  };
  referrers: {
    [key: string]: number;
  };
  blocks: {
    [key: string]: number;
  };
  events: {
    [key: string]: number;
  };
  /** @description The same of crawlers and link previews, which are in nothing else here */
  bots: {
    devices: {
      [key: string]: number;
    };
    countries: {
      [key: string]: number;
    };
    languages: {
      [key: string]: number;
    };
    referrers: {
      [key: string]: number;
    };
    blocks: {
      [key: string]: number;
    };
    events: {
      [key: string]: number;
    };
  };
}
export interface CreateWebhookRequest {
  /** @description The https address that events are posted to */
  url: string;
  /** @description The events that it is to be sent */
  events: (
    | 'job.completed'
    | 'job.failed'
    | 'experience.feedback'
    | 'experience.lead'
    | 'experience.reported'
    | 'credits.low'
    | 'credits.running_out'
    | 'credits.expiring'
    | 'budget.near'
    | 'budget.reached'
    | 'errors.high'
    | 'key.rotated'
    | 'top_up.failed'
  )[];
  /**
   * @description What it is for, in your own words
   * @default
   */
  description?: string;
}
export type CreateWebhookAnswer = {
  /** @description Signs what is sent there (Standard Webhooks, `whsec_…`); it is shown this once */
  secret: string;
} & Webhook;
export type WebhooksRequest = Record<string, unknown>;
export interface WebhooksAnswer {
  webhooks: Webhook[];
  /** @description Events of the last two days beyond 5,000 in their hour (UTC): they were not sent */
  events_dropped: number;
}
export interface WebhookRequest {
  /** @description Id of the webhook (whk_…); `callback` is the one that results of calls with a callback_url go through */
  webhook: string;
}
export type WebhookAnswer = Webhook;
export type ChangeWebhookRequest = {
  /** @description Id of the webhook (whk_…); `callback` is the one that results of calls with a callback_url go through */
  webhook: string;
} & {
  /** @description The https address that events are posted to */
  url?: string;
  /** @description The events that it is to be sent */
  events?: (
    | 'job.completed'
    | 'job.failed'
    | 'experience.feedback'
    | 'experience.lead'
    | 'experience.reported'
    | 'credits.low'
    | 'credits.running_out'
    | 'credits.expiring'
    | 'budget.near'
    | 'budget.reached'
    | 'errors.high'
    | 'key.rotated'
    | 'top_up.failed'
  )[];
  /** @description What it is for, in your own words */
  description?: string;
  /** @description Whether anything is sent there */
  active?: boolean;
};
export type ChangeWebhookAnswer = Webhook;
export interface DeleteWebhookRequest {
  /** @description Id of the webhook (whk_…); `callback` is the one that results of calls with a callback_url go through */
  webhook: string;
}
export interface DeleteWebhookAnswer {
  webhook: string;
  /** @enum {string} */
  state: 'deleted';
}
export interface WebhookDeliveriesRequest {
  /** @description Id of the webhook (whk_…); `callback` is the one that results of calls with a callback_url go through */
  webhook: string;
  /**
   * @description Deliveries in this state only
   * @enum {string}
   */
  state?: 'pending' | 'delivered' | 'failed' | 'cancelled';
  /**
   * @description Deliveries per page
   * @default 20
   */
  limit?: number;
  /** @description The `next` of the page before */
  after?: string;
}
export interface WebhookDeliveriesAnswer {
  deliveries: WebhookDelivery[];
  next: string | null;
}
export interface RepeatDeliveryRequest {
  /** @description Id of the webhook (whk_…); `callback` is the one that results of calls with a callback_url go through */
  webhook: string;
  /** @description Id of the delivery (dlv_…) */
  delivery: string;
}
export type RepeatDeliveryAnswer = WebhookDelivery;
export type TestWebhookRequest = {
  /** @description Id of the webhook (whk_…); `callback` is the one that results of calls with a callback_url go through */
  webhook: string;
} & {
  /**
   * @default webhook.test
   * @enum {string}
   */
  type?:
    | 'job.completed'
    | 'job.failed'
    | 'experience.feedback'
    | 'experience.lead'
    | 'experience.reported'
    | 'credits.low'
    | 'credits.running_out'
    | 'credits.expiring'
    | 'budget.near'
    | 'budget.reached'
    | 'errors.high'
    | 'key.rotated'
    | 'top_up.failed'
    | 'webhook.test';
};
export interface TestWebhookAnswer {
  /** @description The `webhook-id` that the receiver gets; its delivery is listed in a moment */
  message: string;
}
export interface RotateWebhookSecretRequest {
  /** @description Id of the webhook (whk_…); `callback` is the one that results of calls with a callback_url go through */
  webhook: string;
}
export interface RotateWebhookSecretAnswer {
  webhook: string;
  /** @description The new secret */
  secret: string;
  old_valid_until: string | null;
}
type WithRequired<T, K extends keyof T> = T & {
  [P in K]-?: T[P];
};
