import { deepEqual, equal, ok } from 'node:assert/strict';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { always, seeded } from '../../test/helpers/randomised.js';
import { type Address, type Fault, readAddress } from './address.js';

const isValid = (text: string): boolean => !('reason' in readAddress(text));

/**
 * The tests of Dominic Sayers' is_email, as npm's isemail 1.2.0 has them (BSD-3-Clause, Copyright 2008-2011 Dominic
 * Sayers and others): an address, and a diagnosis by the RFCs.
 */
const diagnosed: readonly [address: string, diagnosis: string][] = createRequire(import.meta.url)(
  'isemail/test/tests.json',
);

/** Diagnoses of addresses that SMTP (RFC 5321) can deliver to; all others are faults, or only allowed in headers. */
const deliverable = new Set([
  'valid',
  'dnsWarnNoMXRecord',
  'dnsWarnNoRecord',
  'rfc5321QuotedString',
  'rfc5321AddressLiteral',
  'deprecatedIPv6',
]);

/** Addresses that are refused although the syntax allows them. */
const refusedAnyway = new Map([
  // RFC 7085: mail to a bare top-level domain does not arrive; ICANN forbids it.
  ['test@io', 'The domain has no top-level domain'],
  // No top-level domain has one letter, or a hyphen unless it begins with xn--.
  ['test@iana.a', 'The domain is no name that the DNS could have'],
  ['test@iana.co-uk', 'The domain is no name that the DNS could have'],
]);

describe('mailchecker: syntax', () => {
  it(`agrees with is_email on ${diagnosed.length} addresses`, () => {
    const differing = diagnosed.filter(([address, diagnosis]) => {
      const endsInOneLetter = /\.[a-z]$/.test(address);
      const wanted = deliverable.has(diagnosis) && !refusedAnyway.has(address) && !endsInOneLetter;
      return isValid(address) !== wanted;
    });
    deepEqual(differing, []);
  });

  it('says why what the syntax allows is refused anyway', () => {
    for (const [address, reason] of refusedAnyway) deepEqual(readAddress(address), { reason });
  });

  it(seeded('takes every address that fast-check can make by RFC 5322'), () => {
    always(fc.property(fc.emailAddress(), (address) => isValid(address)));
  });

  // RFC 6531, RFC 5890. The ASCII forms are those of Python's `idna` codec, that of straße of IDNA 2008.
  it('takes internationalised addresses, and gives the domain as the DNS has it', () => {
    const asciiDomains: Record<string, string> = {
      '用户@例子.广告': 'xn--fsqu00a.xn--4rr70v',
      'अजय@डाटा.भारत': 'xn--c2bd1gb.xn--h2brj9c',
      'квіточка@пошта.укр': 'xn--80a1acn3a.xn--j1amh',
      'θσερ@εχαμπλε.ψομ': 'xn--mxahbxey0c.xn--xxaf0a',
      'Dörte@Sörensen.example.com': 'xn--srensen-90a.example.com',
      'user@straße.de': 'xn--strae-oqa.de',
      'jane@xn--mnchen-3ya.example': 'xn--mnchen-3ya.example',
      'user@例え。テスト': 'xn--r8jz45g.xn--zckzah',
    };
    for (const [text, asciiDomain] of Object.entries(asciiDomains)) {
      const read = readAddress(text) as Address;
      equal(read.asciiDomain, asciiDomain, text);
    }
  });

  it('keeps the local part as it is written, quotes and letter case included', () => {
    for (const text of [
      '"Jane \\"JD\\" Doe"@company.example',
      'Jane.DOE+tag@company.example',
      '"a@b"@company.example',
    ]) {
      equal((readAddress(text) as Address).local, text.slice(0, text.lastIndexOf('@')));
    }
  });

  it('says what is wrong', () => {
    const faults: Record<string, string> = {
      'jane.doe': 'There is no @',
      '@company.example': 'The part before the @ is empty',
      'jane@': 'The domain is empty',
      'jane@doe@company.example': 'There is more than one @',
      'jane doe@company.example': 'The part before the @ has characters that need quotes or are not allowed',
      'a\u200bb@company.example': 'The part before the @ has characters that need quotes or are not allowed',
      '.jane@company.example': 'The part before the @ begins or ends with a dot',
      'jane..doe@company.example': 'The part before the @ has two dots in a row',
      [`${'ü'.repeat(33)}@company.example`]: 'The part before the @ is longer than 64 octets',
      [`jane@${'a.'.repeat(130)}example`]: 'The address is longer than 254 octets',
      'jane@company.example.': 'The domain ends with a dot',
      'jane@127.0.0.1': 'The domain has labels that are empty, too long or not allowed',
      'jane@exa_mple.com': 'The domain has labels that are empty, too long or not allowed',
      'jane@-company.example': 'The domain is no name that the DNS could have',
      'jane@[300.1.2.3]': 'The address in brackets is no IP address',
      '"jane@company.example': 'The quoted part before the @ is malformed',
    };
    for (const [text, reason] of Object.entries(faults)) equal((readAddress(text) as Fault).reason, reason, text);
  });

  it('reads hostile text in time', () => {
    const started = performance.now();
    for (const text of [
      '"'.repeat(1000),
      '@'.repeat(1000),
      'a.'.repeat(500),
      `"${'\\"'.repeat(499)}@`,
      `a@${'-'.repeat(990)}`,
    ]) {
      readAddress(text);
    }
    ok(performance.now() - started < 5_000);
  });
});
