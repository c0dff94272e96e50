import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { Invoice } from '../../../shared/contract/catalogue/vat-invoice.js';
import { describeNightly } from '../../../test/helpers/scale.js';
import { complete, invoiceMatrix, type Request, requestInvoice } from '../../../test/helpers/vat-invoices.js';

const LISTS = new Set(
  'InvoiceLine CreditNoteLine TaxSubtotal AllowanceCharge IncludedSupplyChainTradeLineItem ApplicableTradeTax SpecifiedTradeAllowanceCharge'.split(
    ' ',
  ),
);

const parser = new XMLParser({ removeNSPrefix: true, parseTagValue: false, isArray: (name) => LISTS.has(name) });

type Tree = { readonly [name: string]: unknown };

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** Returns what is at a path of a parsed document; of a list, what each entry has there. */
function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, name) => {
    if (Array.isArray(found)) return found.map((each: unknown) => (isTree(each) ? each[name] : undefined));
    return isTree(found) ? found[name] : undefined;
  }, value);
}

const numbers = (found: unknown): number[] => (Array.isArray(found) ? found.map(Number) : []);
const number = (found: unknown): number => (found === undefined ? 0 : Number(found));

function findDocument({ documents }: Invoice, format: 'ubl' | 'factur-x'): string {
  const { content = '' } = documents.find((each) => each.format === format) ?? {};
  equal(XMLValidator.validate(content), true);
  return content;
}

/** Reads the terms of EN 16931 that both syntaxes have, by the paths of the standard's bindings. */
function readUbl(xml: string) {
  const parsed: unknown = parser.parse(xml);
  const isInvoice = at(parsed, 'Invoice') !== undefined;
  const root = at(parsed, isInvoice ? 'Invoice' : 'CreditNote');
  const lines = at(root, isInvoice ? 'InvoiceLine' : 'CreditNoteLine');
  return {
    type: at(root, isInvoice ? 'InvoiceTypeCode' : 'CreditNoteTypeCode'),
    number: at(root, 'ID'),
    seller: at(root, 'AccountingSupplierParty.Party.PartyLegalEntity.RegistrationName'),
    buyer: at(root, 'AccountingCustomerParty.Party.PartyLegalEntity.RegistrationName'),
    iban: at(root, 'PaymentMeans.PayeeFinancialAccount.ID'),
    lines: numbers(at(lines, 'LineExtensionAmount')),
    categories: at(root, 'TaxTotal.TaxSubtotal.TaxCategory.ID'),
    taxable: numbers(at(root, 'TaxTotal.TaxSubtotal.TaxableAmount')),
    tax: numbers(at(root, 'TaxTotal.TaxSubtotal.TaxAmount')),
    total: number(at(root, 'LegalMonetaryTotal.TaxInclusiveAmount')),
    rounding: number(at(root, 'LegalMonetaryTotal.PayableRoundingAmount')),
    payable: number(at(root, 'LegalMonetaryTotal.PayableAmount')),
  };
}

function readCii(xml: string): ReturnType<typeof readUbl> {
  const root = at(parser.parse(xml), 'CrossIndustryInvoice');
  const trade = at(root, 'SupplyChainTradeTransaction');
  const settlement = at(trade, 'ApplicableHeaderTradeSettlement');
  const totals = at(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation');
  return {
    type: at(root, 'ExchangedDocument.TypeCode'),
    number: at(root, 'ExchangedDocument.ID'),
    seller: at(trade, 'ApplicableHeaderTradeAgreement.SellerTradeParty.Name'),
    buyer: at(trade, 'ApplicableHeaderTradeAgreement.BuyerTradeParty.Name'),
    iban: at(settlement, 'SpecifiedTradeSettlementPaymentMeans.PayeePartyCreditorFinancialAccount.IBANID'),
    lines: numbers(
      at(
        trade,
        'IncludedSupplyChainTradeLineItem.SpecifiedLineTradeSettlement.SpecifiedTradeSettlementLineMonetarySummation.LineTotalAmount',
      ),
    ),
    categories: at(settlement, 'ApplicableTradeTax.CategoryCode'),
    taxable: numbers(at(settlement, 'ApplicableTradeTax.BasisAmount')),
    tax: numbers(at(settlement, 'ApplicableTradeTax.CalculatedAmount')),
    total: number(at(totals, 'GrandTotalAmount')),
    rounding: number(at(totals, 'RoundingAmount')),
    payable: number(at(totals, 'DuePayableAmount')),
  };
}

describe('documents of an invoice', () => {
  for (const [name, request] of invoiceMatrix.filter((_, index) => index % 7 === 3)) {
    it(`both have its figures: ${name}`, async () => {
      const invoice = await requestInvoice(request);
      const ubl = readUbl(findDocument(invoice, 'ubl'));
      deepEqual(readCii(findDocument(invoice, 'factur-x')), ubl);
      deepEqual(ubl, {
        type: invoice.type === 'invoice' ? '380' : '381',
        number: 'R-2026-17',
        seller: 'Beispiel & Söhne GmbH',
        buyer: (Object(request.buyer) as Tree).name,
        iban: 'DE75512108001245126199',
        lines: invoice.lines.map(({ net }) => net),
        categories: invoice.vat_breakdown.map(({ vat_category }) => vat_category),
        taxable: invoice.vat_breakdown.map(({ taxable }) => taxable),
        tax: invoice.vat_breakdown.map(({ tax }) => tax),
        total: invoice.totals.tax_inclusive,
        rounding: invoice.totals.rounding,
        payable: invoice.totals.payable,
      });
    });
  }

  it('are named by format and type', async () => {
    const named = async (request: Request) =>
      (await requestInvoice({ ...complete, lines: [{ description: 'Item', net: 1 }], ...request })).documents.map(
        ({ format, filename, mime }) => [format, filename, mime],
      );
    deepEqual(await named({}), [
      ['ubl', 'invoice.xml', 'application/xml'],
      ['factur-x', 'factur-x.xml', 'application/xml'],
    ]);
    deepEqual(await named({ type: 'credit_note', formats: 'ubl' }), [['ubl', 'credit-note.xml', 'application/xml']]);
    deepEqual(await named({ formats: ['json'] }), []);
  });

  it('escape markup, and leave out what XML does not allow', async () => {
    const description = '<b>&amp; ]]> "x" \ud83d\ude00 \ud800\uffff';
    const invoice = await requestInvoice({ ...complete, lines: [{ description, net: 1 }] });
    const parsed: unknown = parser.parse(findDocument(invoice, 'ubl'));
    deepEqual(at(parsed, 'Invoice.InvoiceLine.Item.Name'), ['<b>&amp; ]]> "x" \ud83d\ude00']);
  });

  it('have no empty elements for objects without values', async () => {
    const { documents } = await requestInvoice({
      ...complete,
      lines: [{ description: 'Item', net: 1 }],
      ...{ delivery: { postal_code: '50667' }, period: {}, payment: {} },
      seller: { ...complete.seller, contact: {}, email: undefined },
    });
    // CII requires this one.
    const empty = documents.flatMap(({ content }) => content.match(/<([^ <>]+)><\/\1>/g) ?? []);
    deepEqual(empty, ['<ram:ApplicableHeaderTradeDelivery></ram:ApplicableHeaderTradeDelivery>']);
  });

  it('have the total of allowances and charges of 0 (BR-CO-11, BR-CO-12)', async () => {
    const none = { amount: 0, reason: 'None' };
    const { documents } = await requestInvoice({
      ...complete,
      ...{ lines: [{ description: 'Item', net: 1 }], allowances: [none], charges: [none] },
    });
    for (const { content } of documents)
      deepEqual(
        ['AllowanceTotalAmount', 'ChargeTotalAmount'].map(
          (name) => content.includes(`${name}>0.00<`) || content.includes(`${name} currencyID="EUR">0.00<`),
        ),
        [true, true],
      );
  });

  it('have the specification of their profile', async () => {
    const request = { ...complete, lines: [{ description: 'Item', net: 1 }], profile: 'xrechnung' };
    const parsed: unknown = parser.parse(findDocument(await requestInvoice(request), 'ubl'));
    ok(String(at(parsed, 'Invoice.CustomizationID')).endsWith('#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'));
  });
});

/** A checkout of the official validation artefacts, which are not part of this project: ConnectingEurope/eInvoicing-EN16931. */
const artefacts = process.env.EN16931_ARTEFACTS;

/** Saxon-HE (Debian: libsaxonhe-java), which runs them. */
const SAXON = process.env.SAXON_JAR ?? '/usr/share/java/Saxon-HE.jar';

const SHEETS = { ubl: 'ubl/xslt/EN16931-UBL-validation.xslt', 'factur-x': 'cii/xslt/EN16931-CII-validation.xslt' };

describeNightly('the official validation of EN 16931', function () {
  this.timeout('30m');

  it('accepts every document', async function () {
    if (!artefacts) this.skip();
    const folder = await mkdtemp(join(tmpdir(), 'vat-invoices-'));
    try {
      for (const format of ['ubl', 'factur-x'] as const) {
        const input = join(folder, format);
        const output = join(folder, `${format}-reports`);
        await promisify(execFile)('mkdir', ['-p', input, output]);
        for (const [index, [, request]] of invoiceMatrix.entries())
          await writeFile(join(input, `${index}.xml`), findDocument(await requestInvoice(request), format));
        const sheet = join(artefacts, SHEETS[format]);
        await promisify(execFile)('java', ['-jar', SAXON, `-s:${input}`, `-xsl:${sheet}`, `-o:${output}`]);
        deepEqual(await findFailures(output), []);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

/** Returns the failed assertions of validation reports (SVRL), with the invoice that they are about. */
async function findFailures(folder: string): Promise<string[]> {
  const { readdir, readFile } = await import('node:fs/promises');
  const reports = await readdir(folder);
  equal(reports.length, invoiceMatrix.length);
  const failures = await Promise.all(
    reports.map(async (name) => {
      const report = await readFile(join(folder, name), 'utf8');
      const [request] = invoiceMatrix[Number.parseInt(name, 10)] ?? [];
      return [...report.matchAll(/<svrl:failed-assert[^>]*id="([^"]*)"/g)].map(([, rule]) => `${request}: ${rule}`);
    }),
  );
  return failures.flat();
}
