import type { TObject } from 'typebox';
import {
  type Annotations,
  line,
  list,
  literal,
  named,
  number,
  object,
  oneOf,
  optional,
  text,
  type Variants,
  varying,
  withDefault,
} from '../fields.js';
import {
  checkBic,
  checkCountry,
  checkCreditorReference,
  checkSepaIban,
  checkSwissIban,
  checkSwissReference,
} from './account-numbers.js';
import { checkPixKey, checkPixUrl, checkUnaccented } from './pix-keys.js';

/** An amount of money with at most two decimals. */
const amount = (currency: string) =>
  optional(
    number({
      minimum: 0.01,
      maximum: 999_999_999.99,
      title: 'Amount',
      description: `Amount in ${currency}, with at most two decimals; without one, the payer enters it`,
      check: (value) => (/\.\d{3}|e/.test(value) ? 'must have at most two decimals' : undefined),
    }),
  );

/** Characters of an IBAN that is written in groups. */
const LONGEST_IBAN = 50;

const iban = (check: NonNullable<Annotations['check']>, description: string) =>
  line(LONGEST_IBAN, { title: 'IBAN', description, check });

/** Text in the characters that Swiss payments may have: Latin letters and signs (SPS 2025). */
const latin = (maxLength: number, annotations: Annotations) =>
  text({
    maxLength,
    pattern: '^[\\u0020-\\u007e\\u00a0-\\u017f\\u0218-\\u021b\\u20ac]*$',
    shape: `one line of at most ${maxLength} characters, in Latin letters`,
    ...annotations,
  });

const countryCode = (description: string) =>
  text({
    pattern: '^[A-Za-z]{2}$',
    shape: 'a two-letter country code such as CH',
    check: checkCountry,
    title: 'Country',
    description,
  });

/** A structured address (type S): the combined one (type K) is no longer accepted since November 2025. */
const swissAddress = {
  name: latin(70, { title: 'Name', description: 'Name of the person or company' }),
  street: optional(latin(70, { title: 'Street', description: 'Street, or post office box' })),
  building_number: optional(latin(16, { title: 'House number', description: 'House number' })),
  postal_code: latin(16, { title: 'Postal code', description: 'Postal code without a country code' }),
  town: latin(35, { title: 'Town', description: 'Town' }),
  country: withDefault(countryCode('Two-letter ISO 3166 country code'), 'CH'),
};

const SCHEME = { title: 'Scheme', description: 'Payment scheme', brief: 'Other than sepa: see find_tool' };

/** Payment contents by scheme. */
export const paymentContents = {
  sepa: object(
    {
      scheme: literal('sepa', SCHEME),
      name: line(70, { title: 'Recipient', description: 'Name of the account holder' }),
      iban: iban(checkSepaIban, 'IBAN of the recipient, with or without spaces'),
      bic: optional(
        line(20, {
          title: 'BIC',
          advanced: true,
          description:
            'BIC of the bank; required in version 001, and for accounts outside of the European Economic Area',
          check: checkBic,
        }),
      ),
      amount: amount('EUR'),
      purpose: optional(
        text({
          pattern: '^[A-Za-z0-9]{1,4}$',
          shape: 'a purpose code of at most four letters or digits such as CHAR',
          title: 'Purpose code',
          advanced: true,
          description: 'ISO 20022 purpose code, e.g. CHAR for a donation',
        }),
      ),
      reference: optional(
        line(40, {
          title: 'Creditor reference',
          description: 'Structured creditor reference (ISO 11649), which begins with RF; not together with text',
          check: checkCreditorReference,
        }),
      ),
      text: optional(
        line(140, {
          title: 'Message',
          description: 'Text for the recipient, e.g. the invoice number; not with reference',
        }),
      ),
      information: optional(
        line(70, {
          title: 'Note to the payer',
          advanced: true,
          description: 'Note that the payer sees and the recipient does not get',
        }),
      ),
      version: withDefault(
        oneOf(['002', '001'], {
          title: 'Version',
          description: 'Version of the standard; 001 requires a BIC',
          advanced: true,
        }),
        '002',
      ),
    },
    {
      description: 'SEPA credit transfer (EPC069-12), called GiroCode in Germany',
      examples: [
        { scheme: 'sepa', name: 'Red Cross of Belgium', iban: 'BE72 0000 0000 1616', amount: 25, text: 'Urgency fund' },
      ],
    },
  ),
  swiss: object(
    {
      scheme: literal('swiss', SCHEME),
      iban: iban(checkSwissIban, 'IBAN or QR-IBAN of the creditor, with or without spaces'),
      creditor: object(swissAddress, { title: 'Creditor', description: 'Account holder' }),
      amount: amount('the currency'),
      currency: withDefault(oneOf(['CHF', 'EUR'], { title: 'Currency', description: 'Currency of the amount' }), 'CHF'),
      reference: optional(
        line(40, {
          title: 'Reference',
          description: 'QR reference of 27 digits, required with a QR-IBAN; or creditor reference (RF…) with an IBAN',
          check: checkSwissReference,
        }),
      ),
      message: optional(latin(140, { title: 'Message', description: 'Text for the creditor' })),
      bill_information: optional(
        latin(140, {
          title: 'Billing information',
          description: 'Structured data for accounting, e.g. //S1/…; at most 140 characters together with message',
        }),
      ),
      debtor: optional(object(swissAddress, { title: 'Debtor', description: 'Payer' })),
      alternative_schemes: withDefault(
        list(latin(100, { title: 'Parameters' }), {
          maxItems: 2,
          title: 'Alternative schemes',
          description: 'Parameters of alternative schemes, e.g. eBill/B/…',
        }),
        [],
      ),
    },
    {
      description: 'Swiss QR-bill (SPC 0200)',
      advanced: true,
      examples: [
        {
          scheme: 'swiss',
          iban: 'CH44 3199 9123 0008 8901 2',
          creditor: {
            name: 'Robert Schneider AG',
            street: 'Rue du Lac',
            building_number: '1268',
            postal_code: '2501',
            town: 'Biel',
          },
          amount: 1949.75,
          debtor: {
            name: 'Pia Rutschmann',
            street: 'Marktgasse',
            building_number: '28',
            postal_code: '9400',
            town: 'Rorschach',
          },
          reference: '21 00000 00003 13947 14300 09017',
          message: 'Order of 18 June 2020',
        },
      ],
    },
  ),
  pix: object(
    {
      scheme: literal('pix', SCHEME),
      key: optional(
        line(100, {
          title: 'Pix key',
          description: 'CPF, CNPJ, phone number (+55…), email address or random key (UUID) of the recipient',
          check: checkPixKey,
        }),
      ),
      url: optional(
        line(85, {
          title: 'Payment URL',
          description: 'URL of a dynamic charge, from your payment provider, instead of key',
          check: checkPixUrl,
        }),
      ),
      name: line(25, {
        title: 'Recipient',
        description: 'Name of the recipient; accents are removed',
        check: checkUnaccented,
      }),
      city: line(15, {
        title: 'City',
        description: 'City of the recipient; accents are removed',
        check: checkUnaccented,
      }),
      amount: amount('BRL'),
      txid: optional(
        text({
          pattern: '^[A-Za-z0-9]{1,25}$',
          shape: 'at most 25 letters a–z and digits',
          title: 'Transaction id',
          description: 'Your own id of the payment; only with key',
        }),
      ),
      description: optional(
        line(72, { title: 'Description', description: 'Text for the payer; only with key', check: checkUnaccented }),
      ),
    },
    {
      description: 'Pix payment in Brazil (BR Code)',
      advanced: true,
      examples: [
        {
          scheme: 'pix',
          key: '123e4567-e12b-12d1-a456-426655440000',
          name: 'Fulano de Tal',
          city: 'Brasília',
          amount: 12.5,
        },
      ],
    },
  ),
  upi: object(
    {
      scheme: literal('upi', SCHEME),
      vpa: text({
        maxLength: 255,
        pattern: '^[A-Za-z0-9._-]{2,}@[A-Za-z][A-Za-z0-9]+$',
        shape: 'a UPI ID such as name@bank',
        title: 'UPI ID',
        description: 'Virtual payment address of the recipient',
      }),
      name: line(99, { title: 'Recipient', description: 'Name of the recipient' }),
      amount: amount('INR'),
      note: optional(line(50, { title: 'Note', description: 'Text for the payer and the recipient' })),
      reference: optional(
        text({
          pattern: '^[A-Za-z0-9._/-]{1,35}$',
          shape: 'at most 35 letters, digits and . _ / -',
          title: 'Reference',
          description: 'Your own id of the payment, e.g. an order number',
        }),
      ),
      merchant_code: optional(
        text({
          pattern: '^\\d{4}$',
          shape: 'four digits',
          title: 'Merchant category',
          description: 'Merchant category code (ISO 18245) of a merchant account',
        }),
      ),
    },
    {
      description: 'UPI payment in India',
      advanced: true,
      examples: [{ scheme: 'upi', vpa: 'chai.stall@okbank', name: 'Chai Stall', amount: 40, note: 'Two teas' }],
    },
  ),
} as const satisfies Record<string, TObject>;

export type PaymentScheme = keyof typeof paymentContents;

export const paymentSchemes = ['sepa', 'swiss', 'pix', 'upi'] as const satisfies PaymentScheme[];

const paymentVariants: Variants = {
  by: 'scheme',
  of: Object.fromEntries(
    paymentSchemes.map((scheme) => [
      scheme,
      named(`${scheme.charAt(0).toUpperCase()}${scheme.slice(1)}Payment`, paymentContents[scheme]),
    ]),
  ),
};

/** Content of type `payment`, by its scheme. */
export const paymentContent = varying(
  object({ scheme: oneOf(paymentSchemes, SCHEME) }, { description: 'Payment, by its scheme' }),
  paymentVariants,
);
