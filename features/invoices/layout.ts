import { countryName } from '../../shared/vat/countries.js';
import { money } from '../web/index.js';
import type { Invoice } from './collections.js';

/** Returns the title of a document. */
export const nameKind = (kind: Invoice['kind']): string => (kind === 'invoice' ? 'Invoice' : 'Credit note');

/** Contents of a document as text, for the PDF and the page. */
export interface InvoiceLayout {
  title: string;
  number: string;
  facts: [label: string, value: string][];
  parties: { label: string; lines: string[] }[];
  line: { text: string; net: string };
  sums: [label: string, value: string][];
  total: [label: string, value: string];
  notes: string[];
}

/** Lays out a document. It depends on the document alone. */
export function layOut(invoice: Invoice): InvoiceLayout {
  const { kind, number, issued, supplied, seller, buyer, text, currency, net, tax, total, rate, rule } = invoice;
  const format = (amount: number) => money(amount, currency);
  const isCredit = kind === 'credit_note';
  return {
    title: nameKind(kind),
    number,
    facts: [
      ['Number', number],
      ['Date of issue', toDay(issued)],
      [isCredit ? 'Date of the original supply' : 'Date of supply', toDay(supplied)],
      ...(invoice.corrects === undefined ? [] : [['Original invoice', invoice.corrects] satisfies [string, string]]),
      ['Order', invoice.order],
    ],
    parties: [
      { label: 'Seller', lines: listLines(`${seller.name}\n${seller.address}`, '', seller.vat_number) },
      {
        label: 'Billed to',
        lines: listLines(describeBuyer(buyer), nameCountry(buyer), buyer.vat_number),
      },
    ].filter(({ lines }) => lines.length > 0),
    line: { text, net: format(net) },
    sums:
      rule === undefined
        ? []
        : [
            ['Net amount', format(net)],
            [nameTax(rule, rate), format(tax)],
          ],
    total: [isCredit ? 'Total credited' : 'Total', format(total)],
    notes: [...describePayment(invoice), ...invoice.notes],
  };
}

const toDay = (at: Date): string => at.toISOString().slice(0, 10);

/** Lines of an address that are shown one below the other; further ones share the last, so that the party fits on a page. */
const MOST_LINES = 12;

/** Lists the lines of a party: name and address, country, and VAT number. */
function listLines(address: string, country: string, vatNumber: string | undefined): string[] {
  const lines = address.split(/\r?\n/).map((line) => line.trim());
  const present = lines.filter(Boolean);
  const rest = present.splice(MOST_LINES).join(', ');
  return [...present, rest, country, vatNumber ? `VAT number ${vatNumber}` : ''].filter(Boolean);
}

/** Returns the name of the account and its address, whose first line often is the name. */
function describeBuyer({ name, address = '' }: Invoice['buyer']): string {
  const [first = ''] = address.trim().split('\n');
  return first.toLowerCase().includes(name.toLowerCase()) ? address : `${name}\n${address}`;
}

/** Returns the name of the buyer's country, unless the address ends with it. */
function nameCountry({ country, address = '' }: Invoice['buyer']): string {
  const name = country === undefined ? '' : countryName({ code: country });
  return address.trim().toLowerCase().endsWith(name.toLowerCase()) ? '' : name;
}

const nameTax = (rule: Invoice['rule'], rate: number | undefined): string =>
  `${rule === 'stripe_tax' ? 'Tax' : 'VAT'}${rate === undefined ? '' : ` ${rate} %`}`;

function describePayment({ kind, supplied, paid_with: method, part }: Invoice): string[] {
  if (kind === 'credit_note') return ['The amount is returned to the payment method of the original invoice.'];
  if (part > 0) return [];
  return [`Paid on ${toDay(supplied)}${method === undefined ? '' : ` with ${method}`}.`];
}
