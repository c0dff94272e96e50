import { type BlockType, blockProps, blockTypes } from '../../shared/contract/hosted-pages/blocks.js';
import { findContentSchema } from '../../shared/contract/hosted-pages/contents.js';
import { contentBlocks, type PageType, pageTypes } from '../../shared/contract/hosted-pages/page-types.js';
import { blockExamplePath, blockExamples, findContentExample, typeExamplePath } from '../pages/index.js';
import { highlight } from './examples.js';
import { describeFields, type Field } from './fields.js';
import { publicSchema } from './openapi/schemas.js';

const DESCRIPTIONS: Readonly<Record<BlockType, string>> = {
  hero: 'The top of a page: a headline, a picture and a button',
  gallery: 'Pictures in a grid or a carousel',
  appBadges: 'Links to your app in the app stores. At least one link is required',
  video: 'A video. Video files play on the page, other URLs become links',
  mp3: 'An audio player',
  pdf: 'A PDF document to open',
  socialLinks: 'Links to your social media profiles',
  event: 'An event, with a file for calendars',
  coupon: 'A coupon code to show or copy',
  rating: 'A star rating',
  feedback: 'A form for a short message',
  vcardPlus: 'A contact, with a file for address books. A first name, a last name or an organization is required',
  text: 'Paragraphs of text',
  button: 'A link that looks like a button',
  wifi: 'The name and password of a Wi-Fi network, with a copy button. The QR code of the page type `wifi` joins the network directly',
  menu: 'A menu with sections, prices, allergens and photos',
  businessHours: 'Opening hours, and whether you are open now',
  leadForm: 'A form with fields that you choose, and the consent of the sender',
  faq: 'Questions that expand to show their answers',
  spacer: 'Empty space between two blocks',
  divider: 'A line between two blocks',
};

/** A type of block, as its page shows it. */
interface BlockView {
  type: string;
  fields: readonly Field[];
  /** Page types whose `content` takes these props. */
  pageTypes: readonly string[];
  example: Example;
}

/** An example request. */
interface Example {
  html: string;
  /** Path of the try-it form, filled in with this request. */
  tryIt: string;
}

/** A page type that takes `content`, as the guide shows it. */
interface ContentView {
  type: string;
  /** The block whose props its content has, if it has those of one. */
  block: { type: string; path: string } | undefined;
  fields: readonly Field[];
  example: Example;
  /** Path of the example as a page, if it is one. */
  picture: string | undefined;
}

/** Returns the name of a block in URLs, e.g. `social-links`. */
const blockSlug = (type: BlockType): string => type.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The pages of the types of blocks. Their fields are computed when a page is rendered. */
export const blockPages = blockTypes.map((type) => ({
  path: `/docs/blocks/${blockSlug(type)}`,
  title: `${type} block`,
  summary: DESCRIPTIONS[type],
  keywords: type,
  type,
  /** Path of the example as a page. */
  picture: blockExamplePath(type),
  view: (): BlockView => ({
    type,
    fields: describeFields(publicSchema(blockProps[type])),
    pageTypes: Object.entries(contentBlocks).flatMap(([name, block]) => (block === type ? [name] : [])),
    example: exampleRequest({ type: 'page', page: { version: 1, blocks: [{ type, props: blockExamples[type] }] } }),
  }),
}));

/** Returns every page type but `page`, which takes blocks. */
export const contentViews = (): ContentView[] =>
  pageTypes
    .filter((type): type is Exclude<PageType, 'page'> => type !== 'page')
    .map((type) => ({
      type,
      block: blockPages.find((page) => page.type === new Map<string, string>(Object.entries(contentBlocks)).get(type)),
      fields: describeFields(publicSchema(findContentSchema(type))),
      example: exampleRequest({ type, content: findContentExample(type) }),
      picture: typeExamplePath(type),
    }));

const exampleRequest = (request: object): Example => ({
  html: highlight(JSON.stringify(request, null, 2), 'json'),
  tryIt: `/docs/qr-experience?fill=${encodeURIComponent(JSON.stringify(request))}#generate`,
});
