import type { Static } from 'typebox';
import { refuseAll } from '../../../shared/contract/input.js';
import type { directContents } from '../../../shared/contract/qr-content/contents.js';
import { createProblem } from './problems.js';

type Wifi = Static<typeof directContents.wifi>;

/** Fewest characters of a WPA password (IEEE 802.11, annex J.4). */
const SHORTEST_PASSWORD = 8;

/** Encodes a network, in the format that iOS and Android read (github.com/zxing/zxing, wiki "Barcode Contents"). */
export function encodeWifi({ ssid, password, security, hidden }: Wifi): string {
  const parts = [
    `T:${security}`,
    `S:${escapeField(ssid)}`,
    ...(password && security !== 'nopass' ? [`P:${escapeField(password)}`] : []),
    ...(hidden ? ['H:true'] : []),
  ];
  return `WIFI:${parts.join(';')};;`;
}

const escapeField = (text: string): string => text.replace(/[\\;,":]/g, '\\$&');

/** @throws ApiError 422 if the password cannot be one of this network */
export function checkWifi({ password, security }: Wifi): void {
  if (security === 'nopass') return;
  if (!password) refuseAll([createProblem('password', 'is required unless security is nopass')]);
  else if (security === 'WPA' && password.length < SHORTEST_PASSWORD) {
    refuseAll([createProblem('password', `must have at least ${SHORTEST_PASSWORD} characters for WPA`)]);
  }
}
