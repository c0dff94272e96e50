import { ok } from 'node:assert/strict';
import { ApiError, type Problem } from '../../shared/contract/api-error.js';
import type { Invoice } from '../../shared/contract/catalogue/vat-invoice.js';
import { type clockOn, requestVat } from './vat-requests.js';

export type Request = Record<string, unknown>;

/** Requests an invoice, by default on the day on which the rates were checked. */
export async function requestInvoice(request: Request, clock?: ReturnType<typeof clockOn>): Promise<Invoice> {
  const answer = await requestVat({ action: 'invoice', ...request }, clock);
  ok('vat_breakdown' in answer);
  return answer;
}

/** Returns the problems of a refused request. */
export async function requestProblems(request: Request): Promise<readonly Problem[]> {
  try {
    await requestInvoice(request);
  } catch (error) {
    if (error instanceof ApiError) return error.problems;
    throw error;
  }
  throw new Error('the request was not refused');
}

export const germanSeller = {
  name: 'Beispiel & Söhne GmbH',
  vat_number: 'DE 123 456 789',
  tax_number: '12/345/67890',
  registration_number: 'HRB 1234',
  street: 'Hauptstr. 1',
  city: 'Berlin',
  postal_code: '10115',
  country_code: 'DE',
  email: 'rechnung@beispiel.example',
  contact: { name: 'Dana Muster', phone: '+49 30 1234567' },
  electronic_address: { scheme: '0204', id: '991-01234-44' },
};

export const germanBuyer = {
  name: 'Käufer AG',
  street: 'Domplatz 1',
  city: 'Köln',
  postal_code: '50667',
  country_code: 'DE',
  electronic_address: { scheme: '0204', id: '991-12345-67' },
};

export const frenchBuyer = {
  name: 'Exemple <SARL>',
  vat_number: 'FR40303265045',
  city: 'Paris',
  postal_code: '75002',
  country_code: 'FR',
};

const swissBuyer = { name: 'Kunde AG', city: 'Zürich', postal_code: '8001', country_code: 'CH' };

/** Fields that make an invoice complete; it has no lines. */
export const complete = {
  number: 'R-2026-17',
  date: '2026-11-20',
  due_date: '2026-12-04',
  seller: germanSeller,
  buyer: germanBuyer,
  payment: {
    iban: 'DE75 5121 0800 1245 1261 99',
    bic: 'SOGEDEFF',
    reference: 'RF18539007547034',
    terms: '14 days net',
  },
  buyer_reference: '04011000-12345-34',
  notes: ['Danke', 'Second "note"'],
  formats: ['ubl', 'factur-x'],
};

const line = (fields: Request) => ({ description: 'Item', net: 10, ...fields });

/** Lines by what is particular about them. */
const lines: Record<string, Request[]> = {
  net: [line({ net: '99,99', quantity: 3 }), line({ net: 1234.5678, quantity: '0.333', unit: 'HUR' })],
  gross: [
    { description: 'First', gross: 9.99, quantity: 3 },
    { description: 'Second', gross: 4.99, quantity: 7 },
    { description: 'Third', gross: '0,03' },
  ],
  rates: [
    line({ vat_rate: 19 }),
    line({ vat_type: 'reduced', net: 33.33 }),
    line({ vat_category: 'Z', net: 5 }),
    line({ vat_category: 'E', exemption_code: 'VATEX-EU-132', net: 7 }),
    { description: 'Gross', gross: 11.11, vat_type: 'reduced' },
  ],
  adjusted: [
    line({ discount: '10 %' }),
    line({
      net: 50,
      quantity: 2,
      discount: 3.5,
      allowances: [{ percent: 2.5, reason: 'Volume' }],
      charges: [{ amount: 2, reason: 'Express' }],
    }),
    { description: 'Gross', gross: 119, discount: '3 %', charges: [{ amount: 5 }], quantity: 7 },
  ],
  many: Array.from({ length: 120 }, (_, n) => ({
    description: `Item ${n}`,
    gross: (n * 1.37 + 0.01).toFixed(2),
    quantity: (n % 5) + 1,
    vat_rate: [19, 7, 5.5][n % 3],
  })),
  returned: [line({ net: 100, quantity: 2 }), line({ net: 40, quantity: -1, discount: '10%' })],
};

const scenarios: Record<string, Request> = {
  domestic: { buyer: germanBuyer },
  'reverse charge': { buyer: frenchBuyer },
  'intra-community': {
    buyer: frenchBuyer,
    delivery: { date: '2026-11-18', country_code: 'FR', city: 'Lyon', postal_code: '69001' },
  },
  export: { buyer: swissBuyer, delivery: { country_code: 'CH' }, period: { from: '2026-11-01', to: '2026-11-30' } },
};

const extras: Record<string, Request> = {
  plain: {},
  'allowances and charges': {
    allowances: [{ percent: 5, reason: 'Loyalty' }],
    charges: [
      { gross_amount: '4,90', vat_rate: 19, reason: 'Freight' },
      { amount: 2, vat_rate: 19 },
    ],
  },
  prepaid: { prepaid: 10, rounding_amount: 0.02, tax_point_date: '2026-11-19', order_reference: 'PO-1' },
};

const types: Record<string, Request> = {
  invoice: {},
  'credit note': { type: 'credit_note', preceding_invoice: { number: 'R-2026-1', date: '2026-10-01' } },
};

/** Complete requests with one value of each of these, by name. */
export const invoiceMatrix: [string, Request][] = Object.entries(lines).flatMap(([kind, of]) =>
  Object.entries(scenarios).flatMap(([scenario, parties]) =>
    Object.entries(extras).flatMap(([extra, more]) =>
      Object.entries(types).flatMap(([type, typed]) =>
        ['per_sum', 'per_line'].map((rounding): [string, Request] => [
          [kind, scenario, extra, type, rounding].join(', '),
          { ...complete, lines: of, ...parties, ...more, ...typed, rounding },
        ]),
      ),
    ),
  ),
);
