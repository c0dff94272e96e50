// Made from the catalogue by `npm run generate:client`; changes here are lost.

/**
 * How a QR image looks, and where it is kept
 */
export interface QrImageOptions {
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
