import type { Static } from 'typebox';
import { LONGEST_LOGO } from '../bounds.js';
import { colour, integer, named, object, oneOf, optional, text, webAddress, withDefault } from '../fields.js';

export const presets = ['paper', 'sunrise', 'forest', 'midnight', 'candy', 'mono'] as const;

export const fonts = ['system', 'rubik', 'lora', 'nunito'] as const;

/** Look of a page. Missing fields come from the preset, else from the type of the page. */
export const theme = named(
  'Theme',
  object(
    {
      preset: optional(
        oneOf([...presets, 'logo'], {
          description: 'Ready-made theme; logo derives one from the colours of logo_data_base64',
          brief: '',
        }),
      ),
      primary: optional(
        colour({
          description: 'Colour of buttons and links; adjusted where the contrast would be too low',
          brief: 'Hex colour',
        }),
      ),
      accent: optional(
        colour({ description: 'Colour of stars, codes and other accents; defaults to primary', brief: '' }),
      ),
      surface: optional(colour({ description: 'Colour of cards', advanced: true })),
      background: optional(
        object(
          {
            color: optional(colour({ description: 'Background colour; with an image, the colour of its overlay' })),
            gradient: optional(
              object({
                from: colour(),
                to: colour(),
                angle: withDefault(
                  integer({ minimum: 0, maximum: 360, description: 'Angle in degrees, clockwise; 0 points up' }),
                  160,
                ),
              }),
            ),
            image: optional(webAddress()),
          },
          { description: 'Background of the page: a colour, a gradient or an image', advanced: true },
        ),
      ),
      font: optional(
        oneOf([...fonts], {
          description: 'Font, served by this service; system is the font of the device',
          advanced: true,
        }),
      ),
      corners: optional(oneOf(['square', 'soft', 'round'], { advanced: true })),
      buttons: optional(oneOf(['pill', 'rounded', 'square', 'outline', 'soft'], { advanced: true })),
      header: optional(
        oneOf(['band', 'plain', 'cover'], {
          description: 'Header of the page: a band of colour, none, or full colour',
          advanced: true,
        }),
      ),
      logo: optional({ ...webAddress('URL of a logo or portrait at the top of the page'), advanced: true }),
      logo_data_base64: optional(
        text({
          description: 'Logo in base64, stored with the page: PNG, JPG or WebP, at most 2 MiB',
          advanced: true,
          maxLength: LONGEST_LOGO,
        }),
      ),
      logo_shape: optional(
        oneOf(['plain', 'circle'], { description: 'Shape of the logo; circle crops it', advanced: true }),
      ),
    },
    { description: 'Design of a page' },
  ),
);

export type SentTheme = Static<typeof theme>;

/** A stored theme; an uploaded logo is a file. */
export interface Theme extends SentTheme {
  ownLogo?: boolean;
}
