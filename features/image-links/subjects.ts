import type { SubjectKind } from '../operators/index.js';
import type { ImageLinkCollections } from './collections.js';

/** An image link. */
export const imageLinkSubject: SubjectKind = {
  type: 'image_link',
  async read({ imageLinks }: ImageLinkCollections, id) {
    const found = await imageLinks.findOne({ _id: id });
    if (!found) return null;
    const { account, name, format, width, text_prefix = null, per_day = null } = found;
    return { account, state: { name, format, width, text_prefix, per_day } };
  },
};

/** Subject and id of a change of an image link. */
export const imageLinkChange = { subject: imageLinkSubject, id: ({ link }: { link: string }): string => link };
