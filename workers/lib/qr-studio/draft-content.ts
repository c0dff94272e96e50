import { generate } from '../../../shared/contract/catalogue/qr-code.js';
import { generateExperience } from '../../../shared/contract/catalogue/qr-experience.js';
import { readFields, readInput } from '../../../shared/contract/input.js';
import { isDirectType } from '../../../shared/contract/qr-content/contents.js';
import type { DecodingCall } from '../pages/encode-photos.js';
import { formatWifi } from '../pages/publish.js';
import { type PageContent, readPageContent } from '../pages/read-content.js';
import { type EncodedContent, encodeContent } from '../qr-content/encode-content.js';

type Fields = Readonly<Record<string, unknown>>;

/** Reads the content of a page like generation does. @throws ApiError 422 with all problems */
export const readPage = (type: string, body: object, call: DecodingCall): Promise<PageContent> =>
  readPageContent(readFields(generateExperience.request, { ...body, type }, 422), call);

/** Returns what a code without a page encodes. @throws ApiError with all problems */
export function readCode(type: string, body: object): EncodedContent {
  const { type: read, qr_code_text: text = '', content } = readInput(generate, { ...body, type });
  return isDirectType(read) ? encodeContent(read, content) : { text };
}

/** Text of a code, and whether that is the URL of its page, which has been paid for. */
export interface CodeText extends EncodedContent {
  readonly isUrl: boolean;
}

/** Returns what the code of a page or of a draft encodes. @throws ApiError with all problems of the content */
export async function readText(
  { kind, type, body, url }: { kind: 'page' | 'code'; type: string; body: Fields; url: string },
  call: DecodingCall,
): Promise<CodeText> {
  if (kind === 'code') return { ...readCode(type, body), isUrl: false };
  const text = type === 'wifi' ? formatWifi(await readPage(type, body, call)) : undefined;
  return text === undefined ? { text: url, isUrl: true } : { text, isUrl: false };
}

/** Length of the placeholder of a content that is not known yet. */
const UNKNOWN_LENGTH = 40;

/**
 * Returns a text that makes a code of the same size and means nothing: each character is replaced by one that is encoded in as many bits.
 * An empty text has a placeholder of a common length.
 */
export const createPlaceholder = (text: string): string =>
  text === ''
    ? 'x'.repeat(UNKNOWN_LENGTH)
    : text.replace(/./gsu, (character) => {
        if (/\d/.test(character)) return '0';
        if (/[A-Z $%*+\-./:]/.test(character)) return 'X';
        const { length } = Buffer.from(character);
        return ['x', 'é', '€', '😀'][length - 1] ?? 'x';
      });
