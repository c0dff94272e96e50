import { LARGEST_META } from '../../../shared/contract/bounds.js';
import { invalidInput } from '../../../shared/contract/errors.js';
import { fitsInJson, text } from '../../../shared/contract/fields.js';
import type { Block, PropsOf } from '../../../shared/contract/hosted-pages/blocks.js';
import type { PageDocument } from '../../../shared/contract/hosted-pages/document.js';
import { readFields } from '../../../shared/contract/input.js';
import { refuseUnknownFields } from '../../web/index.js';

/** Fields of every lead form besides those that its owner has declared. */
const COMMON_FIELDS = ['event', 'block', 'website', 'consent'];

type LeadField = PropsOf<'leadForm'>['fields'][number];

/** Values that a visitor has filled in, by the names of the fields. */
export type Lead = Readonly<Record<string, string>>;

/** Types of HTML inputs, by type of field. */
export const inputTypes: Readonly<Partial<Record<LeadField['type'], string>>> = {
  text: 'text',
  email: 'email',
  phone: 'tel',
};

/** Names of fields that browsers can fill in. */
const AUTOFILL_NAMES: Readonly<Record<string, string>> = {
  name: 'name',
  full_name: 'name',
  first_name: 'given-name',
  last_name: 'family-name',
  company: 'organization',
  organisation: 'organization',
  organization: 'organization',
  street: 'street-address',
  address: 'street-address',
  zip: 'postal-code',
  postal_code: 'postal-code',
  city: 'address-level2',
  country: 'country-name',
};

const AUTOFILL_TYPES: typeof inputTypes = { email: 'email', phone: 'tel' };

/** Returns the value of the HTML attribute `autocomplete` of a field: by its type, else by its name. */
export const autofill = ({ name, type }: LeadField): string => AUTOFILL_TYPES[type] ?? AUTOFILL_NAMES[name] ?? 'on';

const ANSWER_SCHEMAS: Readonly<Record<LeadField['type'], object>> = {
  text: { maxLength: 300 },
  email: { maxLength: 254, pattern: '^[^@\\s<>"]+@[^@\\s<>"]+$', shape: 'an email address' },
  phone: { maxLength: 40, pattern: '^[+()\\d\\s./-]{3,40}$', shape: 'a phone number' },
  long: { maxLength: 2_000 },
  choice: { maxLength: 100 },
  yes: { maxLength: 3 },
};

/**
 * Validates a submitted form against the fields that its owner has declared.
 *
 * @param sent values by name, those of declared fields as `field_…`
 * @returns undefined if a bot has filled in the hidden field
 * @throws ApiError 422 for an unknown form or field, an invalid or missing value, and without consent
 */
export function readLead(page: PageDocument | null, id: string | undefined, sent: object): Lead | undefined {
  const block = findBlock(page?.blocks ?? [], id ?? '');
  if (block?.type !== 'leadForm') throw invalidInput(422, 'block must be the id of a form', 'block');
  refuseUnknownFields(sent, [...COMMON_FIELDS, ...block.props.fields.map(({ name }) => `field_${name}`)]);
  const given = new Map<string, unknown>(Object.entries(sent));
  if (given.get('website')) return undefined;
  if (given.get('consent') !== 'yes') throw invalidInput(422, 'consent is required', 'consent');
  const lead: Record<string, string> = {};
  for (const field of block.props.fields) {
    const value = readAnswer(field, given.get(`field_${field.name}`));
    if (value !== undefined) lead[field.name] = value;
  }
  if (!fitsInJson(LARGEST_META, lead)) throw invalidInput(422, `The form must have at most ${LARGEST_META} characters`);
  return lead;
}

function readAnswer({ name, type, required, options }: LeadField, sent: unknown): string | undefined {
  const param = `field_${name}`;
  if (sent === undefined || sent === null || String(sent).trim() === '') {
    if (required) throw invalidInput(422, `${param} is required`, param);
    return undefined;
  }
  const value = readFields(text(ANSWER_SCHEMAS[type]), sent, 422, param);
  if (type === 'choice' && !options.includes(value)) {
    throw invalidInput(422, `${param} must be one of ${options.join(', ')}`, param);
  }
  return value;
}

/** Finds a block by its id on the page, e.g. `b3-1`: the first inside the third. */
function findBlock(blocks: readonly Block[], id: string): Block | undefined {
  const path = id.replace(/^b/, '').split('-').map(Number);
  let [within, found]: [readonly Block[], Block | undefined] = [blocks, undefined];
  for (const place of path) {
    found = within[place - 1];
    within = found?.children ?? [];
  }
  return found;
}
