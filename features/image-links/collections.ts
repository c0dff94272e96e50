import type { Collection, Db, IndexDescription } from 'mongodb';
import type { ImageFormat } from './formats.js';

/** An image of a QR code that is public under a signed URL. */
export interface ImageLink {
  /** Unguessable id in the URL. */
  _id: string;
  account: string;
  /** Name that the owner gave it. */
  name: string;
  created: Date;
  format: ImageFormat;
  width: number;
  /** Size of the stored files, in bytes. */
  bytes: number;
  /** Beginning of the texts that may be requested; without it the link has one image. */
  text_prefix?: string;
  /** Maximum number of images that are drawn on a day (UTC), for a link with texts. */
  per_day?: number;
  /** Images that were drawn on the latest day with any. */
  drawn?: { day: string; count: number };
}

/** An image of a text that was requested under a link, which is stored for some weeks. */
export interface ImageLinkText {
  /** Id of the link and hash of the text. */
  _id: string;
  link: string;
  account: string;
  expires: Date;
}

export const imageLinkIndexes = {
  image_links: [{ key: { account: 1, created: 1, _id: 1 } }],
  image_link_texts: [{ key: { link: 1 } }, { key: { expires: 1 } }],
} satisfies Record<string, IndexDescription[]>;

export interface ImageLinkCollections {
  imageLinks: Collection<ImageLink>;
  imageLinkTexts: Collection<ImageLinkText>;
}

export const imageLinkCollections = (db: Db): ImageLinkCollections => ({
  imageLinks: db.collection('image_links'),
  imageLinkTexts: db.collection('image_link_texts'),
});
