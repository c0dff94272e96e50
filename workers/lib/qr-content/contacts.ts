import type { Static } from 'typebox';
import { invalidInput } from '../../../shared/contract/errors.js';
import { refuseAll } from '../../../shared/contract/input.js';
import type { directContents } from '../../../shared/contract/qr-content/contents.js';
import { stripNumber } from './links.js';

type Vcard = Static<typeof directContents.vcard>;
type Mecard = Static<typeof directContents.mecard>;

/**
 * Encodes a contact as a vCard (3.0: RFC 2426, 4.0: RFC 6350). Only what scanners read: each property makes the code larger, and folded
 * lines are not read by all.
 *
 * @throws ApiError 422
 */
export function encodeVcard(contact: Vcard): string {
  refuseNameless(contact);
  const { first_name = '', last_name = '', org, version } = contact;
  const typed = (type: string) => `;TYPE=${version === '3.0' ? type.toUpperCase() : type}`;
  const address = ['', '', contact.street, contact.city, contact.region, contact.postal_code, contact.country];
  const lines = [
    ['BEGIN', 'VCARD'],
    ['VERSION', version],
    ['N', [last_name, first_name, '', '', ''].map(escapeText).join(';')],
    ['FN', escapeText([first_name, last_name].filter(Boolean).join(' ') || (org ?? ''))],
    ['ORG', org && escapeText(org)],
    ['TITLE', contact.job_title && escapeText(contact.job_title)],
    [`TEL${typed('cell')}`, contact.mobile && stripNumber(contact.mobile)],
    [`TEL${typed('work')}`, contact.phone && stripNumber(contact.phone)],
    [`TEL${typed('fax')}`, contact.fax && stripNumber(contact.fax)],
    ['EMAIL', contact.email],
    ['URL', contact.url],
    [`ADR${typed('work')}`, address.some(Boolean) ? address.map((part = '') => escapeText(part)).join(';') : undefined],
    ['NOTE', contact.note && escapeText(contact.note)],
    ['END', 'VCARD'],
  ];
  return lines.flatMap(([name, value]) => (value ? [`${name}:${value}`] : [])).join('\r\n');
}

/** Escapes a text value of a vCard or calendar. */
export const escapeText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');

/**
 * Encodes a contact as a MeCard (NTT DOCOMO).
 *
 * @throws ApiError 422
 */
export function encodeMecard(contact: Mecard): string {
  refuseNameless(contact);
  const { first_name, last_name, org, phone, email, url, address, note } = contact;
  const name = [last_name, first_name].flatMap((part) => (part ? [escapeField(part).replaceAll(',', '\\,')] : []));
  const fields = [
    ['N', name.join(',') || (org && escapeField(org))],
    ['ORG', org && escapeField(org)],
    ['TEL', phone && stripNumber(phone)],
    ['EMAIL', email && escapeField(email)],
    ['ADR', address && escapeField(address)],
    ['URL', url && escapeField(url)],
    ['NOTE', note && escapeField(note)],
  ];
  return `MECARD:${fields.flatMap(([key, value]) => (value ? [`${key}:${value};`] : [])).join('')};`;
}

const escapeField = (text: string): string => text.replace(/[\\:;]/g, '\\$&');

function refuseNameless({ first_name, last_name, org }: Pick<Vcard, 'first_name' | 'last_name' | 'org'>): void {
  if (first_name || last_name || org) return;
  refuseAll([invalidInput(422, 'content must have a first_name, a last_name or an org', 'content')]);
}
