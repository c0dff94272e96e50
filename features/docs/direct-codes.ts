import type { TObject } from 'typebox';
import { type DirectType, directContents, directTypes } from '../../shared/contract/qr-content/contents.js';
import { paymentContents, paymentSchemes } from '../../shared/contract/qr-content/payments.js';
import { highlight } from './examples.js';
import { describeFields, type Field } from './fields.js';
import { publicSchema } from './openapi/schemas.js';

/** A type of content of QR codes, as the guide shows it. */
interface DirectCodeView {
  anchor: string;
  title: string;
  description: string;
  fields: readonly Field[];
  example: {
    html: string;
    /** Path of the try-it form, filled in with the example. */
    tryIt: string;
  };
}

/** Returns the types of content with fields; payments by their scheme. */
export const directCodeViews = (): DirectCodeView[] =>
  directTypes.flatMap((type) =>
    type === 'payment'
      ? paymentSchemes.map((scheme) =>
          viewContent(type, `${type}-${scheme}`, `${type}: ${scheme}`, paymentContents[scheme]),
        )
      : [viewContent(type, type, type, directContents[type])],
  );

function viewContent(type: DirectType, anchor: string, title: string, schema: TObject): DirectCodeView {
  const { description = '', examples: [content] = [] } = publicSchema(schema);
  const request = { type, content };
  return {
    ...{ anchor, title, description },
    fields: describeFields(publicSchema(schema)),
    example: {
      html: highlight(JSON.stringify(request, null, 2), 'json'),
      tryIt: `/docs/qr-code?fill=${encodeURIComponent(JSON.stringify(request))}#generate`,
    },
  };
}
