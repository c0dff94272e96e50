import { deepEqual, equal } from 'node:assert/strict';
import { problemsOf } from '../../../test/helpers/problems-of.js';
import { encodeContent } from './encode-content.js';

const swiss = (content: object) => encodeContent('payment', { scheme: 'swiss', ...content }).text;

const address = (name: string, street: string, building_number: string, postal_code: string, town: string) => ({
  ...{ name, street, building_number, postal_code, town, country: 'CH' },
});
const creditor = address('Robert Schneider AG', 'Rue du Lac', '1268', '2501', 'Biel');
const bill = { iban: 'CH5800791123000889012', creditor };
const withQrIban = { iban: 'CH4431999123000889012', creditor, reference: '210000000003139471430009017' };

const SCHNEIDER = 'S\nRobert Schneider AG\nRue du Lac\n1268\n2501\nBiel\nCH\n\n\n\n\n\n\n\n';

// The examples of SIX as the test data of github.com/manuelbl/SwissQRBill (SampleQrCodeText) has them, without the empty lines after the
// trailer that are not allowed since version 2.2.
describe('a Swiss QR code', () => {
  it('has the lines of the example with a QR reference, billing information and alternative schemes', () => {
    const content = {
      ...withQrIban,
      amount: 1949.75,
      debtor: address('Pia-Maria Rutschmann-Schnyder', 'Grosse Marktgasse', '28', '9400', 'Rorschach'),
      message: 'Order dated 18.06.2020',
      bill_information: '//S1/01/20170309/11/10201409/20/14000000/22/36958/30/CH106017086/40/1020/41/3010',
      alternative_schemes: ['UV;UltraPay005;12345', 'XY;XYService;54321'],
    };
    equal(
      swiss(content),
      `SPC\n0200\n1\nCH4431999123000889012\n${SCHNEIDER}1949.75\nCHF\nS\nPia-Maria Rutschmann-Schnyder\nGrosse Marktgasse\n28\n9400\nRorschach\nCH\nQRR\n210000000003139471430009017\nOrder dated 18.06.2020\nEPD\n//S1/01/20170309/11/10201409/20/14000000/22/36958/30/CH106017086/40/1020/41/3010\nUV;UltraPay005;12345\nXY;XYService;54321`,
    );
  });

  it('has the lines of the example without a reference', () => {
    const content = {
      ...bill,
      amount: 3949.75,
      debtor: address('Pia Rutschmann', 'Marktgasse', '28', '9400', 'Rorschach'),
      message: 'Bill no. 3139 for gardening work and disposal of waste material',
    };
    equal(
      swiss(content),
      `SPC\n0200\n1\nCH5800791123000889012\n${SCHNEIDER}3949.75\nCHF\nS\nPia Rutschmann\nMarktgasse\n28\n9400\nRorschach\nCH\nNON\n\nBill no. 3139 for gardening work and disposal of waste material\nEPD`,
    );
  });

  it('has the lines of the example of a donation, without an amount and a debtor', () => {
    const content = {
      iban: 'CH37 0900 0000 3044 4222 5',
      creditor: { name: 'Salvation Army Foundation Switzerland', postal_code: '3000', town: 'Bern' },
      message: 'Donnation to the Winterfest campaign',
    };
    equal(
      swiss(content),
      `SPC\n0200\n1\nCH3709000000304442225\nS\nSalvation Army Foundation Switzerland\n\n\n3000\nBern\nCH${'\n'.repeat(8)}\nCHF${'\n'.repeat(8)}NON\n\nDonnation to the Winterfest campaign\nEPD`,
    );
  });

  it('has a creditor reference with an IBAN, and a QR reference with a QR-IBAN only', () => {
    const lines = swiss({ ...bill, reference: 'RF18 5390 0754 7034' }).split('\n');
    deepEqual(lines.slice(27, 29), ['SCOR', 'RF18539007547034']);
    deepEqual(
      problemsOf(() => swiss({ ...bill, reference: withQrIban.reference })),
      {
        'content.iban':
          'content.iban must be a QR-IBAN for a QR reference; with an IBAN, reference is a creditor reference (RF…)',
      },
    );
    const needed = {
      'content.reference': 'content.reference must be a QR reference of 27 digits, since iban is a QR-IBAN',
    };
    deepEqual(
      problemsOf(() => swiss({ ...withQrIban, reference: undefined })),
      needed,
    );
    deepEqual(
      problemsOf(() => swiss({ ...withQrIban, reference: 'RF18539007547034' })),
      needed,
    );
  });

  it('names every wrong field, and what is wrong with it', () => {
    const wrong = {
      ...{ iban: 'DE89370400440532013000', reference: '210000000003139471430009018', currency: 'USD' },
      creditor: { name: 'Вера', postal_code: '1'.repeat(17), country: 'QQ' },
      debtor: { street: 'x'.repeat(71), town: 'Bern' },
      alternative_schemes: ['a', 'b', 'c'],
    };
    deepEqual(
      problemsOf(() => swiss(wrong)),
      {
        'content.iban': 'content.iban must begin with CH or LI',
        'content.creditor.town': 'content.creditor.town is required',
        'content.creditor.name': 'content.creditor.name must be one line of at most 70 characters, in Latin letters',
        'content.creditor.postal_code':
          'content.creditor.postal_code must be one line of at most 16 characters, in Latin letters',
        'content.creditor.country': 'content.creditor.country must be an existing country code such as CH',
        'content.currency': 'content.currency must be one of CHF, EUR',
        'content.reference': 'content.reference has wrong check digits: compare it with the original',
        'content.debtor.name': 'content.debtor.name is required',
        'content.debtor.postal_code': 'content.debtor.postal_code is required',
        'content.debtor.street': 'content.debtor.street must be one line of at most 70 characters, in Latin letters',
        'content.alternative_schemes': 'content.alternative_schemes must be a list of at most 2 items',
      },
    );
  });

  it('has an empty line for billing information only before an alternative scheme', () => {
    const last = (content: object) =>
      swiss({ ...bill, ...content })
        .split('\n')
        .slice(30);
    deepEqual(last({}), ['EPD']);
    deepEqual(last({ alternative_schemes: ['eBill/B/peter@example.com'] }), ['EPD', '', 'eBill/B/peter@example.com']);
  });

  it('has at most 140 characters of message and billing information together', () => {
    const parts = { message: 'x'.repeat(100), bill_information: '/'.repeat(40) };
    equal(swiss({ ...bill, ...parts }).includes(parts.message), true);
    deepEqual(Object.keys(problemsOf(() => swiss({ ...bill, ...parts, bill_information: '/'.repeat(41) }))), [
      'content.bill_information',
    ]);
  });

  it('has at most the 997 bytes of version 25', () => {
    const umlauts = (length: number) => 'ü'.repeat(length);
    const address = {
      ...{
        name: umlauts(70),
        street: umlauts(70),
        building_number: umlauts(16),
        postal_code: umlauts(16),
        town: umlauts(35),
      },
    };
    const long = { ...bill, creditor: address, debtor: address, message: umlauts(140) };
    deepEqual(Object.keys(problemsOf(() => swiss(long))), ['content']);
  });
});
