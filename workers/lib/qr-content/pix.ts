import type { Static } from 'typebox';
import { refuseAll } from '../../../shared/contract/input.js';
import type { paymentContents } from '../../../shared/contract/qr-content/payments.js';
import { normalizePixKey, removeAccents, withoutScheme } from '../../../shared/contract/qr-content/pix-keys.js';
import { createProblem } from './problems.js';

type Pix = Static<typeof paymentContents.pix>;

/** Characters of the account template that remain for key and description, with their tags and lengths. */
const ROOM_IN_ACCOUNT = 99 - field('00', 'br.gov.bcb.pix').length;

/**
 * Encodes a Pix payment as a BR Code (Banco Central do Brasil, Manual de Padrões para Iniciação do Pix), which is an EMV merchant-presented
 * code.
 *
 * @throws ApiError 422
 */
export function encodePix(pix: Pix): string {
  refuseAll(findProblems(pix));
  const { key, url, name, city, amount, txid, description } = pix;
  const account = [
    field('00', 'br.gov.bcb.pix'),
    ...(key ? [field('01', normalizePixKey(key))] : []),
    ...(description ? [field('02', removeAccents(description))] : []),
    ...(url ? [field('25', withoutScheme(url))] : []),
  ];
  const payload = [
    field('00', '01'),
    ...(url ? [field('01', ONCE)] : []),
    field('26', account.join('')),
    field('52', '0000'),
    field('53', BRAZILIAN_REAL),
    ...(amount === undefined ? [] : [field('54', amount.toFixed(2))]),
    field('58', 'BR'),
    field('59', removeAccents(name)),
    field('60', removeAccents(city)),
    field('62', field('05', txid ?? NO_TXID)),
    CHECKSUM,
  ].join('');
  return payload + checksum(payload);
}

/** Point of initiation of a code that is paid once. */
const ONCE = '12';

/** ISO 4217 number. */
const BRAZILIAN_REAL = '986';

const NO_TXID = '***';

/** Tag and length of the checksum, which covers them. */
const CHECKSUM = '6304';

/** Returns a field: tag, length in two digits, value. */
function field(tag: string, value: string): string {
  return tag + String(value.length).padStart(2, '0') + value;
}

/** Computes a CRC-16 (polynomial 0x1021, initial value 0xFFFF) in four hexadecimal digits. */
function checksum(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc & 0x8000 ? 0x11021 : 0);
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

function findProblems({ key, url, amount, txid, description }: Pix) {
  if (url === undefined) {
    if (key === undefined) return [createProblem('key', 'is required, or url for a dynamic charge')];
    const most = ROOM_IN_ACCOUNT - field('01', normalizePixKey(key)).length - field('02', '').length;
    const isTooLong = description !== undefined && removeAccents(description).length > most;
    return isTooLong ? [createProblem('description', `must have at most ${most} characters with this key`)] : [];
  }
  return Object.entries({ key, amount, txid, description })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => createProblem(name, 'must not be sent together with url, which leads to all about the charge'));
}
