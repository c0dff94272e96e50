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
          description: 'A look that is ready made; logo makes one of the colours of logo_data_base64',
        }),
      ),
      primary: optional(
        colour({ description: 'Colour of buttons and links, moved as far as readable contrast needs' }),
      ),
      accent: optional(colour({ description: 'Colour of stars, codes and the like; by default the primary one' })),
      surface: optional(colour({ description: 'Colour of the cards' })),
      background: optional(
        object(
          {
            color: optional(colour({ description: 'Behind everything; with an image, what it is veiled with' })),
            gradient: optional(
              object({
                from: colour(),
                to: colour(),
                angle: withDefault(
                  integer({ minimum: 0, maximum: 360, description: 'Degrees, clockwise from upwards' }),
                  160,
                ),
              }),
            ),
            image: optional(webAddress()),
          },
          { description: 'What the page stands on: a colour, a gradient or an image' },
        ),
      ),
      font: optional(oneOf([...fonts], { description: 'Served by this service; system is what the device has' })),
      corners: optional(oneOf(['square', 'soft', 'round'])),
      buttons: optional(oneOf(['pill', 'rounded', 'square', 'outline', 'soft'])),
      header: optional(
        oneOf(['band', 'plain', 'cover'], {
          description: 'The top of the page: a band of colour, nothing, or colour over all of it',
        }),
      ),
      logo: optional(webAddress('The address of a logo or a portrait, shown over the page')),
      logo_data_base64: optional(
        text({
          description: 'The same as a PNG, JPG or WebP file of at most 2 MiB in base64, kept with the page',
          maxLength: LONGEST_LOGO,
        }),
      ),
      logo_shape: optional(oneOf(['plain', 'circle'], { description: 'circle cuts it as a portrait' })),
    },
    { description: 'How a page looks' },
  ),
);

export type SentTheme = Static<typeof theme>;

/** A stored theme; an uploaded logo is a file. */
export interface Theme extends SentTheme {
  ownLogo?: boolean;
}
