import { LARGEST_META } from '../../../shared/contract/bounds.js';
import { invalidInput } from '../../../shared/contract/errors.js';
import { fitsInJson, text } from '../../../shared/contract/fields.js';
import type { Block, PropsOf } from '../../../shared/contract/hosted-pages/blocks.js';
import type { PageDocument } from '../../../shared/contract/hosted-pages/document.js';
import { readFields } from '../../../shared/contract/input.js';
import { refuseUnknownFields } from '../../web/index.js';

/** Fields of every such form besides those that its owner has declared. */
const COMMON = ['event', 'block', 'website', 'consent'];

type LeadField = PropsOf<'leadForm'>['fields'][number];

/** What a visitor has filled in, by the names of the fields. */
export type Lead = Readonly<Record<string, string>>;

/** How browsers ask for what a field takes. */
export const inputTypes: Readonly<Partial<Record<LeadField['type'], string>>> = {
  text: 'text',
  email: 'email',
  phone: 'tel',
};

const answers: Readonly<Record<LeadField['type'], object>> = {
  text: { maxLength: 300 },
  email: { maxLength: 254, pattern: '^[^@\\s<>"]+@[^@\\s<>"]+$', shape: 'an email address' },
  phone: { maxLength: 40, pattern: '^[+()\\d\\s./-]{3,40}$', shape: 'a phone number' },
  long: { maxLength: 2_000 },
  choice: { maxLength: 100 },
  yes: { maxLength: 3 },
};

/**
 * Reads a form that was sent against the fields that its owner has declared.
 *
 * @param sent names and values, those of fields as `field_…`
 * @returns undefined when a program has filled in what no person sees
 * @throws ApiError 422 for a field that the form does not show, for a page without such a form, for what is required and not there, and without the box ticked
 */
export function readLead(page: PageDocument | null, id: string | undefined, sent: object): Lead | undefined {
  const block = blockWithId(page?.blocks ?? [], id ?? '');
  if (block?.type !== 'leadForm') throw invalidInput(422, 'block must be the id of a form', 'block');
  refuseUnknownFields(sent, [...COMMON, ...block.props.fields.map(({ name }) => `field_${name}`)]);
  const given = new Map<string, unknown>(Object.entries(sent));
  if (given.get('website')) return undefined;
  if (given.get('consent') !== 'yes') throw invalidInput(422, 'consent is required', 'consent');
  const lead: Record<string, string> = {};
  for (const field of block.props.fields) {
    const value = readAnswer(field, given.get(`field_${field.name}`));
    if (value !== undefined) lead[field.name] = value;
  }
  if (!fitsInJson(LARGEST_META, lead)) throw invalidInput(422, `The form must hold at most ${LARGEST_META} characters`);
  return lead;
}

function readAnswer({ name, type, required, options }: LeadField, sent: unknown): string | undefined {
  const param = `field_${name}`;
  if (sent === undefined || sent === null || String(sent).trim() === '') {
    if (required) throw invalidInput(422, `${param} is required`, param);
    return undefined;
  }
  const value = readFields(text(answers[type]), sent, 422, param);
  if (type === 'choice' && !options.includes(value)) {
    throw invalidInput(422, `${param} must be one of ${options.join(', ')}`, param);
  }
  return value;
}

/** The block that pages know by an id such as `b3-1`: the first inside the third. */
function blockWithId(blocks: readonly Block[], id: string): Block | undefined {
  const path = id.replace(/^b/, '').split('-').map(Number);
  let [within, found]: [readonly Block[], Block | undefined] = [blocks, undefined];
  for (const place of path) {
    found = within[place - 1];
    within = found?.children ?? [];
  }
  return found;
}
