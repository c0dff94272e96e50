import type { Endpoint } from '../../../shared/contract/endpoint.js';
import { blockTypes } from '../../../shared/contract/hosted-pages/blocks.js';
import { pageTypes } from '../../../shared/contract/hosted-pages/page-types.js';
import { directContents, directTypes } from '../../../shared/contract/qr-content/contents.js';
import { paymentContents, paymentSchemes } from '../../../shared/contract/qr-content/payments.js';
import { blockExamples, findContentExample } from '../../pages/index.js';
import { publicSchema } from './schemas.js';

type Request = Readonly<Record<string, unknown>>;

/** Examples of a request: one, or one for each variant by its name. */
export type Examples =
  | { readonly example: Request }
  | { readonly examples: Readonly<Record<string, { readonly value: Request }>> };

/**
 * Returns the examples of an endpoint: that of its contract, and one for every other variant of its request.
 *
 * @param main example of the contract
 */
export function listExamples({ name, example }: Pick<Endpoint, 'name' | 'example'>, main: Request): Examples {
  const others =
    variantExamples[name]?.() ??
    (example.otherActions && Object.fromEntries(example.otherActions.map((request) => [request.action, request])));
  if (!others) return { example: main };
  const all = { [String(main.action ?? main.type ?? 'text')]: main, ...others };
  return { examples: Object.fromEntries(Object.entries(all).map(([variant, value]) => [variant, { value }])) };
}

/** Examples of variants by the name of the endpoint. Blocks are variants of a page. */
const variantExamples: Readonly<Record<string, () => Record<string, Request>>> = {
  qrExperienceGenerate: () => ({
    ...Object.fromEntries(
      pageTypes.flatMap((type) => (type === 'page' ? [] : [[type, { type, content: findContentExample(type) }]])),
    ),
    ...Object.fromEntries(
      blockTypes.map((type) => [
        `page_${type}`,
        { type: 'page', page: { version: 1, blocks: [{ type, props: blockExamples[type] }] } },
      ]),
    ),
  }),
  qrCodeGenerate: () => ({
    url: { type: 'url', qr_code_text: 'https://example.com/menu' },
    page: { type: 'page', page: { version: 1, blocks: [{ type: 'text', props: blockExamples.text }] } },
    ...Object.fromEntries(
      directTypes.flatMap((type) =>
        type === 'payment' ? [] : [[type, { type, content: findExample(directContents[type]) }]],
      ),
    ),
    ...Object.fromEntries(
      paymentSchemes.map((scheme) => [
        `payment_${scheme}`,
        { type: 'payment', content: findExample(paymentContents[scheme]) },
      ]),
    ),
  }),
};

const findExample = (content: object): unknown => publicSchema(content).examples?.[0];
