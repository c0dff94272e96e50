import { equal } from 'node:assert/strict';
import { canonicalizeAddress } from './address.js';

describe('The canonical form of an email address', () => {
  it('drops what distinguishes addresses of one inbox', () => {
    const inboxes = {
      'Dana@Acme.example': 'dana@acme.example',
      'dana+news@acme.example': 'dana@acme.example',
      'dana+a+b@acme.example': 'dana@acme.example',
      'Da.Na+1@googlemail.com': 'dana@gmail.com',
      'd.a.n.a@gmail.com': 'dana@gmail.com',
    };
    for (const [address, inbox] of Object.entries(inboxes)) equal(canonicalizeAddress(address), inbox);
  });

  it('keeps dots where they distinguish addresses', () => {
    equal(canonicalizeAddress('da.na@acme.example'), 'da.na@acme.example');
  });
});
