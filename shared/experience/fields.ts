import { Type } from '../contract/fields.js';
import { ajv } from '../contract/input.js';

const LONGEST_ADDRESS = 2_000;

/** Whether a text is a link that a page may carry. Everything else, `javascript:` first of all, is not. */
export const isLink = (text: string): boolean =>
  isWebAddress(text) || (/^(mailto|tel):[^\s<>"]+$/i.test(text) && URL.canParse(text));

/** Whether a text is the address of something on the web. */
export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s<>"\\]+$/i.test(text) && URL.canParse(text);

ajv.addFormat('link', isLink);
ajv.addFormat('web-address', isWebAddress);

/** A link: http, https, mailto or tel. */
export const link = (description?: string) =>
  Type.String({
    format: 'link',
    maxLength: LONGEST_ADDRESS,
    shape: 'an http, https, mailto or tel link',
    ...(description ? { description } : {}),
  });

/** The address of a picture, a film, a document: http or https. */
export const webAddress = (description?: string) =>
  Type.String({
    format: 'web-address',
    maxLength: LONGEST_ADDRESS,
    shape: 'an http or https address',
    ...(description ? { description } : {}),
  });
