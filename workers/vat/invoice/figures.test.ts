import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import type { Invoice } from '../../../shared/contract/catalogue/vat-invoice.js';
import { always, seeded } from '../../../test/helpers/randomised.js';
import { invoiceMatrix, type Request, requestInvoice } from '../../../test/helpers/vat-invoices.js';
import { clockOn } from '../../../test/helpers/vat-requests.js';

const addUp = (amounts: number[]): number => amounts.reduce((sum, each) => sum.plus(each), new Decimal(0)).toNumber();

/** Checks the rules BR-CO-10 to BR-CO-18 to the cent, and that lines and categories add up. */
function checkSums({ lines, allowances, charges, vat_breakdown: breakdown, totals }: Invoice, isPerSum: boolean): void {
  equal(totals.line_total, addUp(lines.map(({ net }) => net)));
  equal(totals.allowance_total, addUp(allowances.map(({ amount }) => amount)));
  equal(totals.charge_total, addUp(charges.map(({ amount }) => amount)));
  equal(totals.tax_exclusive, addUp([totals.line_total, -totals.allowance_total, totals.charge_total]));
  equal(totals.tax_total, addUp(breakdown.map(({ tax }) => tax)));
  equal(totals.tax_inclusive, addUp([totals.tax_exclusive, totals.tax_total]));
  equal(totals.payable, addUp([totals.tax_inclusive, -totals.prepaid, totals.rounding]));
  for (const { vat_category, vat_rate, taxable, tax } of breakdown) {
    const belongsTo = (each: { vat_category: string; vat_rate: number | null }) =>
      each.vat_category === vat_category && each.vat_rate === vat_rate;
    const parts = [
      ...lines.filter(belongsTo).map(({ net }) => net),
      ...allowances.filter(belongsTo).map(({ amount }) => -amount),
      ...charges.filter(belongsTo).map(({ amount }) => amount),
    ];
    equal(taxable, addUp(parts));
    const exact = new Decimal(taxable).times(vat_rate ?? 0).div(100);
    if (isPerSum) equal(tax, exact.toDecimalPlaces(2).toNumber() + 0);
  }
}

/** Checks that price × quantity − allowances + charges gives each line. */
function checkPrices({ lines }: Invoice): void {
  for (const { quantity, unit_price, net, allowances, charges } of lines) {
    const price = new Decimal(unit_price).times(quantity).toDecimalPlaces(2).toNumber();
    const changes = [...allowances.map(({ amount }) => -amount), ...charges.map(({ amount }) => amount)];
    equal(addUp([price, ...changes]), net);
  }
}

/** Figures of examples of the official validation artefacts (ConnectingEurope/eInvoicing-EN16931 1.3.16, ubl/examples). */
const official: Record<
  string,
  { request: Request; lines: number[]; breakdown: [number, number, number][]; totals: Partial<Invoice['totals']> }
> = {
  'ubl-tc434-example2.xml': {
    request: {
      lines: [
        { net: 636.5, quantity: 2, vat_rate: 25, allowances: [{ amount: 12 }], charges: [{ amount: 12 }] },
        { net: 3.96, quantity: -1, vat_rate: 15 },
        { net: 2.48, quantity: 2, vat_rate: 15 },
        { net: 25, quantity: -1, vat_category: 'E', exemption_reason: 'Exempt' },
        { net: 0.75, quantity: 250, vat_rate: 25 },
      ],
      allowances: [{ amount: 100, vat_rate: 25 }],
      charges: [{ amount: 100, vat_rate: 25 }],
      prepaid: 1000,
    },
    lines: [1273, -3.96, 4.96, -25, 187.5],
    breakdown: [
      [25, 1460.5, 365.13],
      [15, 1, 0.15],
      [0, -25, 0],
    ],
    totals: { line_total: 1436.5, tax_exclusive: 1436.5, tax_inclusive: 1801.78, payable: 801.78 },
  },
  'ubl-tc434-example3.xml': {
    request: {
      lines: [
        { net: 800, vat_rate: 25 },
        { net: 800, vat_rate: 10 },
      ],
      charges: [{ amount: 100, vat_rate: 25 }],
    },
    lines: [800, 800],
    breakdown: [
      [25, 900, 225],
      [10, 800, 80],
    ],
    totals: { line_total: 1600, charge_total: 100, tax_exclusive: 1700, tax_inclusive: 2005, payable: 2005 },
  },
  'ubl-tc434-example5.xml': {
    request: {
      lines: [
        { net: 1, quantity: 1000, vat_rate: 25, allowances: [{ percent: 10 }], charges: [{ percent: 10 }] },
        { net: 5, quantity: 100, vat_rate: 25 },
        { net: 5, quantity: 500, vat_rate: 12 },
      ],
      allowances: [{ percent: 10, vat_rate: 25 }],
      charges: [{ percent: 10, vat_rate: 25 }],
    },
    lines: [1000, 500, 2500],
    breakdown: [
      [25, 1500, 375],
      [12, 2500, 300],
    ],
    totals: { line_total: 4000, allowance_total: 150, charge_total: 150, tax_inclusive: 4675, payable: 4675 },
  },
  'sample-discount-price.xml': {
    request: { lines: [{ net: 0.1212, quantity: 100, vat_rate: 25 }] },
    lines: [12.12],
    breakdown: [[25, 12.12, 3.03]],
    totals: { tax_exclusive: 12.12, tax_inclusive: 15.15, payable: 15.15 },
  },
};

describe('figures of official invoices', () => {
  for (const [name, { request, lines, breakdown, totals }] of Object.entries(official)) {
    it(name, async () => {
      const invoice = await requestInvoice(request);
      deepEqual(
        invoice.lines.map(({ net }) => net),
        lines,
      );
      deepEqual(
        invoice.vat_breakdown.map(({ vat_rate, taxable, tax }) => [vat_rate, taxable, tax]),
        breakdown,
      );
      deepEqual({ ...invoice.totals, ...totals }, invoice.totals);
    });
  }

  // Units of the artefacts: test/Invoice-unit-UBL/BR-CO-17.xml, tests 1 to 3.
  for (const [taxable, rate, tax] of [
    [1000, 25, 250],
    [-6491.34, 25, -1622.84],
    [2141.05, 14, 299.75],
  ] as const) {
    it(`BR-CO-17: ${rate} % of ${taxable} is ${tax}`, async () => {
      const net = Math.abs(taxable);
      const invoice = await requestInvoice({ lines: [{ net, quantity: Math.sign(taxable), vat_rate: rate }] });
      deepEqual([invoice.totals.tax_exclusive, invoice.totals.tax_total], [taxable, tax]);
    });
  }
});

const cents = (max: number) => fc.integer({ min: 1, max }).map((amount) => amount / 100);
const share = fc.integer({ min: 0, max: 10_000 }).map((amount) => amount / 100);
const rate = fc.constantFrom(25, 21, 20, 19, 8.1, 7, 5.5, 2.1);
const quantity = fc.oneof(
  fc.integer({ min: -3, max: 40 }).filter((count) => count !== 0),
  fc.constantFrom(0.333, 1.5, 12.25),
);
const adjustment = fc.oneof(fc.record({ amount: cents(500) }), fc.record({ percent: share }));
const adjustments = fc.array(adjustment, { maxLength: 2 });

const lineWith = (price: 'net' | 'gross') =>
  fc.record(
    { [price]: cents(100_000), quantity, vat_rate: rate, allowances: adjustments, charges: adjustments },
    { requiredKeys: [price, 'vat_rate'] },
  );

const freight = fc.record({ amount: cents(1_000), vat_rate: rate });

describe('figures of any invoice', () => {
  it(seeded('add up to the cent, by category and in total'), () =>
    always(
      fc.asyncProperty(
        fc.record({
          lines: fc.array(fc.oneof(lineWith('net'), lineWith('gross')), { minLength: 1, maxLength: 6 }),
          allowances: fc.array(fc.record({ percent: share }), { maxLength: 2 }),
          charges: fc.array(freight, { maxLength: 2 }),
          rounding: fc.constantFrom('per_sum', 'per_line'),
          prepaid: cents(10_000),
        }),
        async (request) => {
          const invoice = await requestInvoice(request);
          checkSums(invoice, request.rounding === 'per_sum');
          checkPrices(invoice);
        },
      ),
    ),
  );

  it(seeded('are due in the sum of the gross prices'), () =>
    always(
      fc.asyncProperty(
        fc.array(
          fc.record({
            gross: fc.noBias(cents(100_000)),
            quantity: fc.integer({ min: 1, max: 9 }),
            vat_rate: fc.constantFrom(19, 7),
          }),
          {
            minLength: 8,
            maxLength: 12,
          },
        ),
        fc.constantFrom('per_sum', 'per_line'),
        async (lines, rounding) => {
          const { totals, vat_breakdown } = await requestInvoice({ lines, rounding });
          equal(totals.payable, addUp(lines.map(({ gross, quantity: count }) => Number((gross * count).toFixed(2)))));
          ok(Math.abs(totals.rounding) < 0.011 * vat_breakdown.length);
          if (rounding === 'per_line') equal(totals.rounding, 0);
        },
      ),
    ),
  );

  it(seeded('are the same for a credit note'), () =>
    always(
      fc.asyncProperty(fc.array(lineWith('gross'), { minLength: 1, maxLength: 5 }), async (lines) => {
        const [invoice, note] = [await requestInvoice({ lines }), await requestInvoice({ lines, type: 'credit_note' })];
        deepEqual({ ...note, type: 'invoice' }, invoice);
      }),
      50,
    ),
  );

  for (const [name, { formats, ...request }] of invoiceMatrix.filter((_, index) => index % 7 === 0)) {
    it(`add up: ${name}`, async () => {
      const invoice = await requestInvoice(request);
      checkSums(invoice, request.rounding === 'per_sum');
      deepEqual(invoice.errors, []);
    });
  }
});

describe('prices with VAT', () => {
  it('become net prices with as many decimals as the line needs', async () => {
    const { lines, totals } = await requestInvoice({ lines: [{ gross: '9,99', quantity: 3, vat_rate: 19 }] });
    deepEqual([lines[0]?.unit_price, lines[0]?.net, lines[0]?.gross], [8.393, 25.18, 29.97]);
    deepEqual([totals.tax_exclusive, totals.tax_total, totals.payable], [25.18, 4.78, 29.97]);
  });

  it('have a cent of rounding if no net amount gives the sum', async () => {
    // 0.02 + 19 % is 0.02, 0.03 + 19 % is 0.04.
    const { totals } = await requestInvoice({ lines: [{ gross: 0.03, vat_rate: 19 }] });
    deepEqual([totals.tax_exclusive, totals.tax_inclusive, totals.rounding, totals.payable], [0.03, 0.04, -0.01, 0.03]);
  });

  it('lose the VAT that they contain if the invoice has none', async () => {
    const { lines, totals } = await requestInvoice({
      scenario: 'reverse_charge',
      lines: [{ gross: 119, vat_rate: 19 }, { gross: 50 }],
    });
    deepEqual(
      lines.map(({ net, gross }) => [net, gross]),
      [
        [100, 100],
        [50, 50],
      ],
    );
    equal(totals.payable, 150);
  });
});

describe('allowances and charges on the invoice', () => {
  it('are divided among the rates if they are percentages', async () => {
    const { allowances } = await requestInvoice({
      lines: [
        { net: 100, vat_rate: 19 },
        { net: 50, vat_rate: 7 },
      ],
      allowances: [{ percent: '10 %' }],
    });
    deepEqual(
      allowances.map(({ amount, base, vat_rate }) => [amount, base, vat_rate]),
      [
        [10, 100, 19],
        [5, 50, 7],
      ],
    );
  });

  it('warn of a percentage of a rate that no line has', async () => {
    const lines = [{ net: 100, vat_rate: 7 }];
    const { allowances, warnings } = await requestInvoice({ lines, allowances: [{ percent: 10, vat_rate: 19 }] });
    deepEqual([allowances, warnings], [[], ['allowances[0] was ignored: no line has its VAT category and rate']]);
  });

  it('take the rate of the lines if they have one', async () => {
    const { charges } = await requestInvoice({ lines: [{ net: 100, vat_rate: 19 }], charges: [{ gross_amount: 4.9 }] });
    deepEqual([charges[0]?.amount, charges[0]?.vat_rate], [4.12, 19]);
  });
});

describe('rates of an invoice', () => {
  it('are those of its date, and of the tax point if it differs', async () => {
    const rateOn = async (dates: Request) => {
      const request = { country_code: 'KZ', lines: [{ net: 100, vat_type: 'reduced' }], ...dates };
      const { lines, warnings } = await requestInvoice(request, clockOn('2026-12-15'));
      return [lines[0]?.vat_rate, warnings.some((each) => each.includes('several reduced rates'))];
    };
    const [before, after] = [await rateOn({}), await rateOn({ date: '2027-01-01' })];
    deepEqual(
      [before, after],
      [
        [10, true],
        [10, false],
      ],
    );
    deepEqual(await rateOn({ date: '2027-01-01', tax_point_date: '2026-12-31' }), before);
  });

  it('come from the country of the seller', async () => {
    const { vat_breakdown, currency } = await requestInvoice({
      lines: [{ net: 100 }],
      seller: { country_code: 'dk' },
    });
    deepEqual([vat_breakdown[0]?.vat_rate, vat_breakdown[0]?.tax, currency], [25, 25, 'DKK']);
  });

  it('round to the decimals of the currency', async () => {
    const { totals } = await requestInvoice({ lines: [{ net: 1001, vat_rate: 10 }], currency: 'JPY' });
    deepEqual([totals.tax_total, totals.payable], [100, 1101]);
  });

  it('warn of amounts that may have been meant in thousands', async () => {
    const { warnings } = await requestInvoice({ lines: [{ net: '1,234', vat_rate: 20 }] });
    match(warnings.join(), /lines\[0\]\.net "1,234" was read as 1\.234/);
  });
});
