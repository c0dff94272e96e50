// Made from the catalogue by `npm run generate:client`; changes here are lost.

/**
 * A QR image and how it was made
 */
export interface QrImage {
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
