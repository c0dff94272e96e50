/** Extension and media type of each format of an image. */
export const imageFormats = {
  PNG: { extension: 'png', type: 'image/png' },
  JPG: { extension: 'jpg', type: 'image/jpeg' },
  WEBP: { extension: 'webp', type: 'image/webp' },
  SVG: { extension: 'svg', type: 'image/svg+xml' },
  PDF: { extension: 'pdf', type: 'application/pdf' },
} as const;

export type ImageFormat = keyof typeof imageFormats;
