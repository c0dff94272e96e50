import { type BlockType, blockProps, blockTypes } from '../../shared/contract/hosted-pages/blocks.js';
import { contentSchema } from '../../shared/contract/hosted-pages/contents.js';
import { contentBlocks, type PageType, pageTypes } from '../../shared/contract/hosted-pages/page-types.js';
import { blockExamplePath, blockExamples, contentExample, typeExamplePath } from '../pages/index.js';
import { highlight } from './examples.js';
import { describeFields, type Field } from './fields.js';
import { publicSchema } from './openapi/schemas.js';

const DESCRIPTIONS: Readonly<Record<BlockType, string>> = {
  hero: 'The top of a page: a headline, a picture, a button',
  gallery: 'Pictures side by side, or to be scrolled through',
  appBadges: 'Links to the stores of an app; at least one of them',
  video: 'A film: a file is played on the page, another address is a link',
  mp3: 'Sound to listen to',
  pdf: 'A document to open',
  socialLinks: 'Links to profiles',
  event: 'A date, with a file for the calendar',
  coupon: 'A code to show or copy',
  rating: 'Stars to give',
  feedback: 'A form for a few words',
  vcardPlus: 'A contact, with a file for the address book; a first name, a last name or an organisation is needed',
  text: 'Paragraphs',
  button: 'A link as a button',
  wifi: 'A network to join: its name, its password, and a button that copies it. The code of an experience of this type joins the network itself',
  menu: 'Dishes in sections, with prices, allergens and photos',
  businessHours: 'When it is open, and whether it is now',
  leadForm: 'A form with fields of your own, and what its sender agrees to',
  faq: 'Questions that unfold their answers',
  spacer: 'Room between blocks',
  divider: 'A line between blocks',
};

/** A type of block, as the guide shows it. */
interface BlockView {
  type: string;
  shows: string;
  fields: readonly Field[];
  /** Types of experiences whose `content` takes these props. */
  experienceTypes: readonly string[];
  example: Example;
  /** Path of the example as a page. */
  picture: string;
}

/** An example request. */
interface Example {
  html: string;
  /** Path of the try-it form, filled in with this request. */
  tryIt: string;
}

/** A type of experience that takes `content`, as the guide shows it. */
interface ContentView {
  type: string;
  /** Type of the block whose props its content has, if it has those of one. */
  block: string | undefined;
  fields: readonly Field[];
  example: Example;
  /** Path of the example as a page, if it is one. */
  picture: string | undefined;
}

/** Returns every type of block with its props. */
export const blockViews = (): BlockView[] =>
  blockTypes.map((type) => ({
    type,
    shows: DESCRIPTIONS[type],
    fields: describeFields(publicSchema(blockProps[type])),
    experienceTypes: Object.entries(contentBlocks).flatMap(([name, block]) => (block === type ? [name] : [])),
    example: exampleRequest({ type: 'page', page: { version: 1, blocks: [{ type, props: blockExamples[type] }] } }),
    picture: blockExamplePath(type),
  }));

/** Returns every type of experience but `page`, which takes blocks. */
export const contentViews = (): ContentView[] =>
  pageTypes
    .filter((type): type is Exclude<PageType, 'page'> => type !== 'page')
    .map((type) => ({
      type,
      block: new Map<string, string>(Object.entries(contentBlocks)).get(type),
      fields: describeFields(publicSchema(contentSchema(type))),
      example: exampleRequest({ type, content: contentExample(type) }),
      picture: typeExamplePath(type),
    }));

const exampleRequest = (request: object): Example => ({
  html: highlight(JSON.stringify(request, null, 2), 'json'),
  tryIt: `/docs/qr-experience?fill=${encodeURIComponent(JSON.stringify(request))}#generate`,
});
