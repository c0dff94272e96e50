import { deepEqual, equal } from 'node:assert/strict';
import { problemsOf } from '../../../test/helpers/problems-of.js';
import { encodeContent } from './encode-content.js';

const sepa = (content: object) => encodeContent('payment', { scheme: 'sepa', ...content }).text;

const minimal = { name: 'Red Cross of Belgium', iban: 'BE72000000001616' };

describe('a SEPA code', () => {
  it('has the lines of the examples of EPC069-12', () => {
    // EPC069-12, version 2.1, page 3; it writes the amount as EUR12.3.
    const first = {
      ...{ version: '001', bic: 'BHBLDEHHXXX', name: 'Franz Mustermänn', iban: 'DE71110220330123456789' },
      ...{ amount: 12.3, purpose: 'GDDS', reference: 'RF18539007547034' },
    };
    equal(
      sepa(first),
      'BCD\n001\n1\nSCT\nBHBLDEHHXXX\nFranz Mustermänn\nDE71110220330123456789\nEUR12.30\nGDDS\nRF18539007547034',
    );
    const second = { name: "François D'Alsace S.A.", iban: 'FR1420041010050500013M02606', amount: 12.3 };
    equal(
      sepa({ ...second, text: 'Client:Marie Louise La Lune' }),
      "BCD\n002\n1\nSCT\n\nFrançois D'Alsace S.A.\nFR1420041010050500013M02606\nEUR12.30\n\n\nClient:Marie Louise La Lune",
    );
  });

  it('has the lines of the example in the German Wikipedia, "EPC-QR-Code"', () => {
    const content = {
      ...{ version: '001', bic: 'BFSWDE33BER', name: 'Wikimedia Foerdergesellschaft', iban: 'DE33100205000001194700' },
      ...{ amount: 123.45, text: 'Spende fuer Wikipedia' },
    };
    equal(
      sepa(content),
      'BCD\n001\n1\nSCT\nBFSWDE33BER\nWikimedia Foerdergesellschaft\nDE33100205000001194700\nEUR123.45\n\n\nSpende fuer Wikipedia',
    );
  });

  it('ends after the last line with a value, and may have no amount', () => {
    equal(sepa(minimal), 'BCD\n002\n1\nSCT\n\nRed Cross of Belgium\nBE72000000001616');
    equal(sepa({ ...minimal, information: 'Thanks' }).split('\n').length, 12);
  });

  it('takes accounts and references in groups and small letters', () => {
    equal(sepa({ ...minimal, iban: 'be72 0000 0000 1616' }), sepa(minimal));
    equal(
      sepa({ ...minimal, reference: 'rf18 5390 0754 7034' })
        .split('\n')
        .at(-1),
      'RF18539007547034',
    );
  });

  it('names every wrong field, and what is wrong with it', () => {
    const wrong = {
      ...{ iban: 'BE72000000001617', bic: 'KREDBE', amount: 0.001, purpose: 'GIFTS' },
      ...{ reference: 'RF19539007547034', text: 'x'.repeat(141), information: 'two\nlines', version: '003' },
    };
    deepEqual(
      problemsOf(() => sepa(wrong)),
      {
        'content.name': 'content.name is required',
        'content.iban': 'content.iban has wrong check digits: compare it with the original',
        'content.bic':
          'content.bic must have 8 or 11 characters: four letters, the code of a country, and letters or digits',
        'content.amount': 'content.amount must be a number from 0.01 to 999999999.99',
        'content.purpose': 'content.purpose must be a purpose code of at most four letters or digits such as CHAR',
        'content.reference': 'content.reference has wrong check digits: compare it with the original',
        'content.text': 'content.text must be one line of at most 140 characters',
        'content.information': 'content.information must be one line of at most 70 characters',
        'content.version': 'content.version must be one of 002, 001',
      },
    );
  });

  it('says why an IBAN is wrong', () => {
    const problem = (iban: string) => problemsOf(() => sepa({ ...minimal, iban }))['content.iban'];
    equal(problem('DE8937040044053201300'), 'content.iban must have 22 characters for DE, not 21');
    equal(
      problem('XX89370400440532013000'),
      'content.iban must begin with the code of a country that has IBANs, such as DE or CH',
    );
    equal(problem('DE8937040044053201300A'), 'content.iban has characters that an IBAN of DE does not have there');
    equal(
      problem('SA0380000000608010167519'),
      'content.iban must be an account in the SEPA area, which SA does not belong to',
    );
  });

  it('takes amounts in whole cents up to the maximum', () => {
    const amountIn = (amount: unknown) =>
      sepa({ ...minimal, amount })
        .split('\n')
        .at(-1);
    deepEqual([0.01, 1, '19.9', 999_999_999.99].map(amountIn), ['EUR0.01', 'EUR1.00', 'EUR19.90', 'EUR999999999.99']);
    for (const [amount, problem] of [
      [1.005, 'content.amount must have at most two decimals'],
      [1_000_000_000, 'content.amount must be a number from 0.01 to 999999999.99'],
    ]) {
      deepEqual(
        problemsOf(() => amountIn(amount)),
        { 'content.amount': problem },
      );
    }
  });

  it('needs a BIC in version 001, and for banks outside of the European Economic Area', () => {
    deepEqual(Object.keys(problemsOf(() => sepa({ ...minimal, version: '001' }))), ['content.bic']);
    const british = { name: 'Shop', iban: 'GB29NWBK60161331926819' };
    deepEqual(Object.keys(problemsOf(() => sepa(british))), ['content.bic']);
    equal(sepa({ ...british, bic: 'NWBKGB2L' }).split('\n')[4], 'NWBKGB2L');
  });

  it('refuses signs that an app may read as a line break, or that turn the text around', () => {
    for (const sign of ['\n', '\u0085', '\u2028', '\u202e', '\u2067'])
      deepEqual(
        Object.keys(problemsOf(() => sepa({ ...minimal, text: `Invoice${sign}1` }))),
        ['content.text'],
        encodeURIComponent(sign),
      );
  });

  it('refuses a reference beside a text, and more than 331 bytes', () => {
    const both = { ...minimal, reference: 'RF18539007547034', text: 'Invoice 1' };
    deepEqual(
      problemsOf(() => sepa(both)),
      { 'content.text': 'content.text must not be sent together with reference' },
    );
    const fixed = sepa({ ...minimal, name: 'x', text: 'x' }).length - 2;
    const full = { ...minimal, name: 'ü'.repeat(70), text: `${'ü'.repeat(70)}` };
    const information = 'x'.repeat(331 - fixed - 280 - 1);
    equal(Buffer.byteLength(sepa({ ...full, information })), 331);
    deepEqual(
      problemsOf(() => sepa({ ...full, information: `${information}x` })),
      {
        content: 'content must have at most 331 bytes, not 332: shorten name, text or information',
      },
    );
  });
});
