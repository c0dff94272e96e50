import type { Endpoint, Group } from '../../../shared/contract/endpoint.js';

const ABBREVIATIONS: Readonly<Record<string, string>> = { vat: 'VAT', qr: 'QR', id: 'ID', ua: 'UA' };

/** The last part of an endpoint's path, e.g. `daily-horoscope`: its name within its group. */
export const shortName = ({ id }: Endpoint): string => id.slice(id.lastIndexOf('/') + 1);

/** An endpoint's name in words, e.g. `Daily horoscope`; a group's only endpoint goes by the group's title. */
export function title(endpoint: Endpoint): string {
  if (endpoint.id === endpoint.group.id) return endpoint.group.title;
  const words = shortName(endpoint)
    .split('-')
    .map((word) => ABBREVIATIONS[word] ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A group's name in URLs, e.g. `video-platform-generate`. */
export const groupSlug = ({ id }: Group): string => id.replaceAll('/', '-');

/** An id as one word, e.g. `currency/convert` → `currencyConvert`. */
export const camelCase = (id: string): string => id.replace(/[/-]+(\w)/g, (_, letter: string) => letter.toUpperCase());
