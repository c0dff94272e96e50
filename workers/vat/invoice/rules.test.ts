import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Invoice } from '../../../shared/contract/catalogue/vat-invoice.js';
import {
  complete,
  frenchBuyer,
  germanBuyer,
  germanSeller,
  type Request,
  requestInvoice,
  requestProblems,
} from '../../../test/helpers/vat-invoices.js';
import { requestRefusal } from '../../../test/helpers/vat-requests.js';

const { formats, ...figuresOnly } = complete;
const lines = [{ description: 'Item', net: 100 }];
const valid = { ...figuresOnly, lines };
const violations = async (request: Request) =>
  (await requestInvoice(request)).errors.map(({ rule, param }) => `${rule} ${param}`);

/** Cases of the units of the official artefacts (test/Invoice-unit-UBL), with the field that breaks the rule. */
const broken: Record<string, Request> = {
  'BR-02 number': { number: undefined },
  'BR-06 seller.name': { seller: { ...germanSeller, name: undefined } },
  'BR-07 buyer.name': { buyer: { ...germanBuyer, name: undefined } },
  'BR-11 buyer.country_code': { buyer: { ...germanBuyer, country_code: undefined } },
  'BR-25 lines[0].description': { lines: [{ net: 100 }] },
  'BR-27 lines[0].net': { lines: [{ description: 'Item', net: -100 }] },
  'BR-29 period.to': { period: { from: '2026-11-02', to: '2026-11-01' } },
  'BR-32 allowances[0].vat_rate': {
    lines: [...lines, { description: 'Other', net: 1, vat_rate: 7 }],
    allowances: [{ amount: 1 }],
  },
  'BR-37 charges[0].vat_rate': {
    lines: [...lines, { description: 'Other', net: 1, vat_rate: 7 }],
    charges: [{ amount: 1 }],
  },
  'BR-CL-04 currency': { currency: 'XYZ' },
  'BR-CL-14 buyer.country_code': { buyer: { ...germanBuyer, country_code: 'ZZ' }, scenario: 'domestic' },
  'BR-CL-22 lines[0].exemption_code': {
    lines: [{ description: 'Item', net: 1, vat_category: 'E', exemption_code: 'VATEX-EU-1' }],
  },
  'BR-CL-22 allowances[0].exemption_code': {
    lines: [{ description: 'Item', net: 2, vat_category: 'E', exemption_reason: 'Exempt' }],
    allowances: [{ amount: 1, vat_category: 'E', exemption_code: 'VATEX-EU-1' }],
  },
  'BR-CL-23 lines[0].unit': { lines: [{ description: 'Item', net: 1, unit: 'PCS' }] },
  'BR-CL-25 buyer.electronic_address.scheme': {
    buyer: { ...germanBuyer, electronic_address: { scheme: '9999', id: '1' } },
  },
  'BR-CO-09 buyer.vat_number': { buyer: { ...germanBuyer, country_code: undefined, vat_number: 'QZ1' } },
  'BR-CO-26 seller.vat_number': {
    seller: { ...germanSeller, vat_number: undefined, registration_number: undefined },
  },
  'BR-E-05 lines[0].vat_rate': {
    lines: [{ description: 'Item', net: 1, vat_category: 'E', vat_rate: 7, exemption_reason: 'Exempt' }],
  },
  'BR-E-10 lines': { lines: [{ description: 'Item', net: 1, vat_category: 'E' }] },
  'BR-O-11 lines': {
    seller: { ...germanSeller, vat_number: undefined },
    lines: [...lines, { description: 'Other', net: 1, vat_category: 'O' }],
  },
  'BR-S-02 seller.vat_number': { seller: { ...germanSeller, vat_number: undefined, tax_number: undefined } },
  'BR-S-05 lines[0].vat_rate': { lines: [{ description: 'Item', net: 1, vat_category: 'S', vat_rate: 0 }] },
  'BR-S-10 lines[0].exemption_code': { lines: [{ description: 'Item', net: 1, exemption_reason: 'None' }] },
  'BR-S-10 charges[0].exemption_code': { charges: [{ amount: 1, vat_rate: 19, exemption_reason: 'None' }] },
  'BR-AE-02 buyer.vat_number': { scenario: 'reverse_charge' },
  'BR-G-02 seller.vat_number': { scenario: 'export', seller: { ...germanSeller, vat_number: undefined } },
  'BR-IC-02 buyer.vat_number': {
    scenario: 'intra_community',
    delivery: { date: '2026-11-11', country_code: 'FR' },
  },
  'BR-IC-11 delivery.date': { buyer: frenchBuyer, delivery: { country_code: 'FR' } },
  'BR-IC-12 delivery.country_code': {
    buyer: frenchBuyer,
    scenario: 'intra_community',
    delivery: { date: '2026-11-11' },
  },
  'BR-CO-10 expected.line_total': { expected: { line_total: 100.01 } },
  'BR-CO-13 expected.tax_exclusive': { expected: { tax_exclusive: 99 } },
  'BR-CO-14 expected.tax_total': { expected: { tax_total: '19,01' } },
  'BR-CO-15 expected.tax_inclusive': { expected: { tax_inclusive: 118 } },
  'BR-CO-16 expected.payable': { expected: { payable: 118 } },
  'BR-CO-17 rounding': {
    rounding: 'per_line',
    lines: Array.from({ length: 500 }, () => ({ description: 'Item', net: 0.03, vat_rate: 10 })),
  },
  'BR-DE-10 delivery.city': { profile: 'xrechnung', delivery: { country_code: 'DE', postal_code: '10115' } },
  'BR-DE-15 buyer_reference': { profile: 'xrechnung', buyer_reference: undefined },
  'BR-DE-7 seller.email': { profile: 'xrechnung', seller: { ...germanSeller, email: undefined } },
  'PEPPOL-EN16931-R003 buyer_reference': { profile: 'peppol', buyer_reference: undefined },
  'PEPPOL-EN16931-R010 buyer.electronic_address': {
    profile: 'peppol',
    buyer: { ...germanBuyer, electronic_address: undefined },
  },
};

describe('rules of EN 16931', () => {
  it('hold for a complete invoice, and for totals that match', async () => {
    const expected = { line_total: 100, tax_exclusive: 100, tax_total: 19, tax_inclusive: 119, payable: '119,00' };
    deepEqual(await violations({ ...valid, expected }), []);
  });

  for (const [violation, change] of Object.entries(broken)) {
    it(`lists ${violation}`, async () => {
      const found = await violations({ ...valid, ...change });
      ok(found.includes(violation), found.join());
    });
  }

  it('refuses a document with every violated rule and its field', async () => {
    const problems = await requestProblems({ lines, formats: ['ubl'], country_code: 'DE' });
    const named = problems.map(({ param, message }) => `${message.split(':')[0]} ${param}`);
    for (const each of ['BR-02 number', 'BR-06 seller.name', 'BR-07 buyer.name', 'BR-CO-26 seller.vat_number'])
      ok(named.includes(each), named.join());
    equal((await requestInvoice({ lines, country_code: 'DE' })).errors.length, problems.length);
  });

  it('refuses a document with other totals than expected', async () => {
    const [problem] = await requestProblems({ ...complete, lines, expected: { payable: 120 } });
    equal(problem?.param, 'expected.payable');
    match(problem?.message ?? '', /^BR-CO-16: expected\.payable is 120, but the invoice gives 119$/);
  });
});

describe('treatment of an invoice', () => {
  const treat = async (request: Request) => {
    const { scenario, vat_breakdown: breakdown } = await requestInvoice({ ...valid, ...request });
    return [
      scenario,
      breakdown[0]?.vat_category,
      breakdown[0]?.exemption_code ?? null,
      breakdown[0]?.exemption_reason ?? null,
    ];
  };
  const abroad = { name: 'Customer', country_code: 'CH' };
  const goods = { date: '2026-11-11', country_code: 'FR' };
  const cases: [string, Request, (string | null)[]][] = [
    ['a buyer in the same country', {}, ['domestic', 'S', null, null]],
    [
      'a business in another member state',
      { buyer: frenchBuyer },
      ['reverse_charge', 'AE', 'VATEX-EU-AE', 'Steuerschuldnerschaft des Leistungsempfängers (Reverse charge)'],
    ],
    [
      'goods for a business in another member state',
      { buyer: frenchBuyer, delivery: goods },
      [
        'intra_community',
        'K',
        'VATEX-EU-IC',
        'Steuerfreie innergemeinschaftliche Lieferung (§ 4 Nr. 1 Buchst. b UStG)',
      ],
    ],
    [
      'a customer outside of the Union',
      { buyer: abroad },
      ['export', 'G', 'VATEX-EU-G', 'Steuerfreie Ausfuhrlieferung (§ 4 Nr. 1 Buchst. a UStG)'],
    ],
    [
      'a consumer in another member state',
      { buyer: { ...frenchBuyer, vat_number: undefined } },
      ['domestic', 'S', null, null],
    ],
    ['goods that stay', { buyer: frenchBuyer, delivery: { country_code: 'DE' } }, ['domestic', 'S', null, null]],
    [
      'a business in Northern Ireland that receives goods',
      {
        buyer: { name: 'Customer', country_code: 'GB', vat_number: 'XI123456789' },
        delivery: { date: '2026-11-11', country_code: 'UK' },
      },
      [
        'intra_community',
        'K',
        'VATEX-EU-IC',
        'Steuerfreie innergemeinschaftliche Lieferung (§ 4 Nr. 1 Buchst. b UStG)',
      ],
    ],
    [
      'a business in Northern Ireland, by the code XI',
      {
        buyer: { name: 'Customer', country_code: 'GB', vat_number: 'XI123456789' },
        delivery: { date: '2026-11-11', country_code: 'XI' },
      },
      [
        'intra_community',
        'K',
        'VATEX-EU-IC',
        'Steuerfreie innergemeinschaftliche Lieferung (§ 4 Nr. 1 Buchst. b UStG)',
      ],
    ],
    [
      'goods for a consumer in Northern Ireland',
      { buyer: { name: 'Customer', country_code: 'GB', postal_code: 'BT1 5GS' }, delivery: { country_code: 'GB' } },
      ['domestic', 'S', null, null],
    ],
    ...(
      [
        ['the Canary Islands', 'ES', '35001'],
        ['Büsingen', 'DE', '78266'],
        ['Guadeloupe', 'FR', '97100'],
        ['Åland', 'FI', '22100'],
      ] as const
    ).map(([place, country, code]): [string, Request, (string | null)[]] => [
      `goods for ${place}, which are outside of the EU's VAT area`,
      { buyer: { ...frenchBuyer, vat_number: undefined }, delivery: { country_code: country, postal_code: code } },
      ['export', 'G', 'VATEX-EU-G', 'Steuerfreie Ausfuhrlieferung (§ 4 Nr. 1 Buchst. a UStG)'],
    ]),
  ];
  for (const [title, request, expected] of cases) {
    it(`${title}: ${expected[0]}`, async () => deepEqual(await treat(request), expected));
  }

  it('is that of a member state for the United Kingdom until 2020', async () => {
    const buyer = { name: 'Customer', country_code: 'GB', postal_code: 'SW1A 1AA', vat_number: 'GB123456789' };
    const sell = async (date: string, more: Request = {}) =>
      (await requestInvoice({ ...valid, buyer, date, ...more })).scenario;
    deepEqual([await sell('2020-12-31'), await sell('2021-01-01')], ['reverse_charge', 'export']);
    equal(await sell('2021-01-01', { tax_point_date: '2020-12-31' }), 'reverse_charge');
    const goods = { delivery: { country_code: 'GB', postal_code: 'BT1 5GS' } };
    deepEqual([await sell('2020-12-31', goods), await sell('2021-01-01', goods)], ['intra_community', 'domestic']);
    equal(await sell('2020-12-31', { delivery: { country_code: 'GB', postal_code: 'JE2 3AB' } }), 'export');
  });

  // Mentions of Article 226 (11a) in the language versions of Directive 2010/45/EU.
  const mentions: [string, string][] = [
    ['FR', 'Autoliquidation'],
    ['NL', 'Btw verlegd'],
    ['ES', 'inversión del sujeto pasivo'],
    ['PL', 'odwrotne obciążenie'],
    ['IE', 'Reverse charge'],
  ];
  for (const [country, mention] of mentions) {
    it(`mentions the reverse charge in the language of ${country}`, async () => {
      const seller = { name: 'Seller', country_code: country, vat_number: `${country}12345678901` };
      const { notes } = await requestInvoice({ lines, seller, scenario: 'reverse_charge' });
      ok(notes[0]?.startsWith(mention));
    });
  }

  it('says why, and warns of sales to consumers', async () => {
    const { scenario_reason: reason, warnings } = await requestInvoice({
      ...valid,
      buyer: { ...frenchBuyer, vat_number: undefined },
    });
    equal(reason, 'The buyer has no VAT number');
    match(warnings.join(), /may be taxed there: send country_code FR/);
  });

  it('is an export from the mainland to a territory outside of the VAT area, and domestic to other territories', async () => {
    const sell = async (country_code: string, postal_code: string) =>
      (
        await requestInvoice({
          lines,
          seller: { country_code },
          buyer: { country_code, postal_code },
          delivery: { country_code },
        })
      ).scenario;
    deepEqual([await sell('ES', '35001'), await sell('PT', '9000-001')], ['export', 'domestic']);
  });

  it('has the rates of the place of the seller', async () => {
    const { vat_breakdown: breakdown } = await requestInvoice({
      lines: [{ net: 100 }],
      seller: { country_code: 'PT', postal_code: '9000-001' },
      date: '2026-11-20',
    });
    equal(breakdown[0]?.vat_rate, 22);
  });

  it('warns that services to a country outside of the EU are no export', async () => {
    match((await requestInvoice({ ...valid, buyer: abroad })).warnings.join(), /vat_category O for services/);
    const { warnings } = await requestInvoice({ ...valid, buyer: abroad, delivery: { country_code: 'CH' } });
    deepEqual(warnings, []);
  });

  it('is the given one', async () => {
    deepEqual((await treat({ scenario: 'export', buyer: frenchBuyer }))[0], 'export');
  });
});

describe('requests that are no invoice', () => {
  const refusals: [string, Request, string][] = [
    [
      'a tax point whose rates are not known yet',
      { lines: [{ net: 1, vat_rate: 19 }], tax_point_date: '2099-01-01' },
      'tax_point_date must be from 2015-01-01 to 2028-11-19',
    ],
    ['no lines', {}, 'lines is required: send 1 to 500 lines'],
    ['no price', { lines: [{ description: 'Item' }] }, 'lines[0] needs either net or gross'],
    ['two prices', { lines: [{ net: 1, gross: 1 }] }, 'lines[0] needs either net or gross'],
    [
      'no rate',
      { lines: [{ net: 1 }] },
      'lines[0].vat_rate is required: send country_code, or the country of the seller',
    ],
    ['no VAT', { lines: [{ net: 1 }], country_code: 'US' }, 'lines[0].vat_rate is required: United States has no VAT'],
    [
      'a rate of more than all',
      { lines: [{ net: 1, vat_rate: 101 }] },
      'lines[0].vat_rate must be a percentage from 0 to 100',
    ],
    ['a quantity of 0', { lines: [{ net: 1, quantity: 0, vat_rate: 19 }] }, 'lines[0].quantity must not be 0'],
    ['text for a price', { lines: [{ net: 'ten' }] }, 'lines[0].net must be a number such as 1234.56 or 1.234,56'],
    [
      'two amounts of an allowance',
      { lines: [{ net: 1, vat_rate: 19 }], allowances: [{ amount: 1, percent: 1 }] },
      'allowances[0] needs one of amount, gross_amount and percent',
    ],
    [
      'a negative allowance',
      { lines: [{ net: 1, vat_rate: 19, discount: -1 }] },
      'lines[0].discount must not be negative',
    ],
    [
      'too large a line',
      { lines: [{ net: 1e12, quantity: 2, vat_rate: 19 }] },
      'lines[0] must be between -1000000000000 and 1000000000000',
    ],
    [
      'too many allowances',
      {
        lines: Array.from({ length: 26 }, () => ({
          net: 1,
          allowances: Array.from({ length: 20 }, () => ({ amount: 0 })),
        })),
      },
      'The lines may have at most 500 allowances and charges together',
    ],
    [
      'too many lines',
      { lines: Array.from({ length: 501 }, () => ({ net: 1 })) },
      'lines must be a list of at most 500 items',
    ],
  ];
  for (const [title, request, error] of refusals) {
    it(title, async () => {
      deepEqual(await requestRefusal({ action: 'invoice', ...request }), { error, code: 400 });
    });
  }
});

describe('numbers of the parties', () => {
  const normalise = async (party: Request): Promise<string[]> => {
    const { documents }: Invoice = await requestInvoice({
      ...complete,
      lines,
      seller: { ...germanSeller, tax_number: undefined, ...party },
      scenario: 'domestic',
      country_code: 'DE',
      formats: ['ubl'],
    });
    return [...(documents[0]?.content ?? '').matchAll(/<cac:PartyTaxScheme>\s*<cbc:CompanyID>([^<]*)/g)].map(
      ([, number]) => number ?? '',
    );
  };
  for (const [country_code, vat_number, expected] of [
    ['DE', 'DE 123.456.789', 'DE123456789'],
    ['DE', '123456789', 'DE123456789'],
    ['GR', '123456783', 'EL123456783'],
    ['EL', 'EL123456783', 'EL123456783'],
    ['FR', '40303265045', 'FR40303265045'],
    ['CH', 'CHE-123.456.788 MWST', 'CHE123456788MWST'],
    // Registered abroad.
    ['DE', 'ATU12345675', 'ATU12345675'],
  ] as const) {
    it(`${vat_number} of ${country_code} is ${expected}`, async () => {
      deepEqual(await normalise({ country_code, vat_number }), [expected]);
    });
  }
});
