import { instant, named, nullable, object, text } from '../fields.js';

/** What lists say of anything on the video platform. */
export const found = {
  id: text(),
  title: text({ minLength: 0 }),
  description: text({ minLength: 0 }),
  publishedAt: instant(),
};

/** A channel or a video in a list. */
export const item = named(
  'VideoPlatformItem',
  object({ ...found, thumb: nullable(text()) }, { description: 'A channel or a video in a list' }),
);
