import { deepEqual, equal, ok } from 'node:assert/strict';
import ICAL from 'ical.js';
import { problemsOf } from '../../../test/helpers/problems-of.js';
import { encodeContent } from './encode-content.js';

const ana = { first_name: 'Ana', last_name: 'Ruiz, Vega', org: 'Vega; Hijos' };

describe('a vCard', () => {
  for (const version of ['3.0', '4.0']) {
    it(`of version ${version} is read back by an independent parser`, () => {
      const content = {
        ...ana,
        ...{ version, job_title: 'Partner', mobile: '+34 600 123 456', phone: '(91) 555-01', fax: '91 555 02' },
        ...{ email: 'ana@example.com', url: 'https://example.com/a,b', street: 'Calle Mayor 1', postal_code: '28013' },
        ...{ city: 'Madrid', country: 'España', note: 'one\ntwo' },
      };
      const card = new ICAL.Component(ICAL.parse(encodeContent('vcard', content).text));
      const values = (name: string) => card.getAllProperties(name).map((property) => property.getFirstValue());
      deepEqual(values('version'), [version]);
      deepEqual(values('fn'), ['Ana Ruiz, Vega']);
      deepEqual(values('n'), [['Ruiz, Vega', 'Ana', '', '', '']]);
      deepEqual(values('tel'), ['+34600123456', '9155501', '9155502']);
      deepEqual(
        card.getAllProperties('tel').map((property) => String(property.getFirstParameter('type')).toLowerCase()),
        ['cell', 'work', 'fax'],
      );
      deepEqual([...values('email'), ...values('title')], ['ana@example.com', 'Partner']);
      deepEqual(values('adr'), [['', '', 'Calle Mayor 1', 'Madrid', '', '28013', 'España']]);
      deepEqual(values('note'), ['one\ntwo']);
    });
  }

  it('has no lines for what is not known', () => {
    equal(
      encodeContent('vcard', { org: 'Vega' }).text,
      'BEGIN:VCARD\r\nVERSION:3.0\r\nN:;;;;\r\nFN:Vega\r\nORG:Vega\r\nEND:VCARD',
    );
  });

  it('needs a name, and names every wrong field', () => {
    ok(problemsOf(() => encodeContent('vcard', { email: 'ana@example.com' })).content);
    const wrong = { ...ana, email: 'ana', phone: 'call me', mobile: '12', url: 'javascript:x', version: '2.1' };
    deepEqual(
      problemsOf(() => encodeContent('vcard', wrong)),
      {
        'content.email': 'content.email must be an email address',
        'content.phone': 'content.phone must be a phone number such as +44 20 7946 0000',
        'content.mobile': 'content.mobile must have 3 to 15 digits',
        'content.url': 'content.url must be an http or https URL',
        'content.version': 'content.version must be one of 3.0, 4.0',
      },
    );
  });
});

describe('a MeCard', () => {
  it('has the fields of the format of NTT DOCOMO, with its signs escaped', () => {
    equal(
      encodeContent('mecard', { ...ana, phone: '+34 600 123 456', url: 'https://example.com', note: 'a;b:c' }).text,
      'MECARD:N:Ruiz\\, Vega,Ana;ORG:Vega\\; Hijos;TEL:+34600123456;URL:https\\://example.com;NOTE:a\\;b\\:c;;',
    );
    equal(encodeContent('mecard', { org: 'Vega' }).text, 'MECARD:N:Vega;ORG:Vega;;');
  });
});
