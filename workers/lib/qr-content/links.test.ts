import { deepEqual, equal, ok } from 'node:assert/strict';
import { problemsOf } from '../../../test/helpers/problems-of.js';
import { encodeContent } from './encode-content.js';

describe('codes that are links', () => {
  it('call and send messages to numbers without separators', () => {
    equal(encodeContent('phone', { number: '+44 (20) 7946-0000' }).text, 'tel:+442079460000');
    equal(encodeContent('sms', { number: '12345', message: 'YES: me' }).text, 'SMSTO:12345:YES: me');
    equal(encodeContent('sms', { number: '12345' }).text, 'SMSTO:12345:');
    ok(problemsOf(() => encodeContent('phone', { number: '*#06#' }))['content.number']);
  });

  it('write an email whose fields a browser reads back', () => {
    const sent = { to: 'a+b@example.com', cc: 'c&d@example.com', subject: '50 % & more?', body: 'Hello,\nAda =)' };
    const { pathname, searchParams } = new URL(encodeContent('email', sent).text);
    equal(decodeURIComponent(pathname), sent.to);
    deepEqual(Object.fromEntries(searchParams), { cc: sent.cc, subject: sent.subject, body: 'Hello,\r\nAda =)' });
    equal(encodeContent('email', { to: 'a@example.com' }).text, 'mailto:a@example.com');
  });

  it('refuse text that is not valid Unicode', () => {
    const half = 'A\ud83d';
    for (const [type, content] of [
      ['email', { to: 'a@example.com', subject: half }],
      ['geo', { latitude: 1, longitude: 1, label: half }],
      ['payment', { scheme: 'upi', vpa: 'stall@bank', name: half }],
      ['payment', { scheme: 'swiss', creditor: { name: half } }],
    ] as const)
      ok(problemsOf(() => encodeContent(type, content)).content, type);
    ok(encodeContent('email', { to: 'a@example.com', subject: 'A😀' }).text);
  });

  it('show a place, with its label', () => {
    equal(encodeContent('geo', { latitude: -33.8567844, longitude: 151 }).text, 'geo:-33.856784,151');
    equal(
      encodeContent('geo', { latitude: 0.0000001, longitude: '-0.5', label: 'A (b)' }).text,
      'geo:0,-0.5?q=0,-0.5(A%20%28b%29)',
    );
    deepEqual(
      problemsOf(() => encodeContent('geo', { latitude: 91, longitude: -181 })),
      {
        'content.latitude': 'content.latitude must be a number from -90 to 90',
        'content.longitude': 'content.longitude must be a number from -180 to 180',
      },
    );
  });
});

describe('a Wi-Fi code', () => {
  it('has the network with its signs escaped', () => {
    equal(
      encodeContent('wifi', { ssid: 'Bar; "Lucia"', password: 'a:b,c\\defg', hidden: 1 }).text,
      'WIFI:T:WPA;S:Bar\\; \\"Lucia\\";P:a\\:b\\,c\\\\defg;H:true;;',
    );
    equal(encodeContent('wifi', { ssid: 'open', security: 'nopass' }).text, 'WIFI:T:nopass;S:open;;');
  });

  it('needs a password that the network can have', () => {
    deepEqual(
      problemsOf(() => encodeContent('wifi', { ssid: 'a' })),
      {
        'content.password': 'content.password is required unless security is nopass',
      },
    );
    deepEqual(
      problemsOf(() => encodeContent('wifi', { ssid: 'a', password: 'short' })),
      {
        'content.password': 'content.password must have at least 8 characters for WPA',
      },
    );
    equal(encodeContent('wifi', { ssid: 'a', password: 'short', security: 'wep' }).text, 'WIFI:T:WEP;S:a;P:short;;');
  });
});
