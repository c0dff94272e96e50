import { VCard } from 'vcard-creator';
import type { PropsOf } from '../../shared/experience/blocks.js';

/** A contact as a vCard (version 3.0, RFC 2426), which every phone reads. */
export function contactFile(contact: PropsOf<'vcardPlus'>): string {
  const card = new VCard();
  card.addName({ givenName: contact.first_name ?? '', familyName: contact.last_name ?? '' });
  if (!contact.first_name && !contact.last_name) card.addFullName(contact.org ?? '');
  if (contact.org) card.addCompany({ name: contact.org });
  if (contact.job_title) card.addJobtitle(contact.job_title);
  for (const number of contact.phones) card.addPhoneNumber({ number, type: ['voice'] });
  for (const address of contact.emails) card.addEmail({ address, type: ['internet'] });
  if (contact.url) card.addUrl({ url: contact.url });
  if (contact.address) card.addAddress({ street: contact.address });
  if (contact.note) card.addNote(contact.note);
  if (contact.photo_base64) card.addPhoto({ image: contact.photo_base64, mime: 'JPEG' });
  return card.toString();
}
