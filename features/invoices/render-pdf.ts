import { buffer } from 'node:stream/consumers';
import anyAscii from 'any-ascii';
import { projectFile } from '../../shared/process/project-file.js';
import type { Invoice } from './collections.js';
import { layOut } from './layout.js';

const PLAIN = projectFile('dist/data/fonts/DejaVuSans.ttf');
const BOLD = projectFile('dist/data/fonts/DejaVuSans-Bold.ttf');

/** Measures of an A4 page, in points. */
const [WIDTH, HEIGHT, MARGIN] = [595.28, 841.89, 56];
const INNER = WIDTH - 2 * MARGIN;
const GUTTER = 24;
const HALF = (INNER - GUTTER) / 2;
const AMOUNT = 130;
const [INK, QUIET, LINE] = ['#1a1f36', '#4f566b', '#c1c9d2'];

/** Scripts and pictures that the fonts do not have. */
const WITHOUT_GLYPHS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Devanagari}\p{Script=Thai}\p{Extended_Pictographic}]+/gu;

/** Transliterates what the fonts cannot show. */
const toPrintable = (text: string): string => text.replace(WITHOUT_GLYPHS, (part) => anyAscii(part));

/** Renders a document as a PDF. Equal documents have equal bytes. */
export async function renderPdf(invoice: Invoice): Promise<Buffer> {
  // The library takes long to load.
  const { default: PDFDocument } = await import('pdfkit');
  const { title, number, facts, parties, line, sums, total, notes } = layOut(invoice);
  const pdf: PDFKit.PDFDocument = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: MARGIN,
    font: '',
    bufferPages: true,
    lang: 'en',
    info: { Title: `${title} ${number}`, Author: invoice.seller.name, CreationDate: invoice.issued },
  });
  const bytes = buffer(pdf);
  pdf.registerFont('plain', PLAIN).registerFont('bold', BOLD);

  const bottom = HEIGHT - MARGIN - 24;
  let y = MARGIN;
  const write = (
    text: string,
    { x = MARGIN, width = INNER, font = 'plain', size = 9, colour = INK, align = 'left' as const }: Style,
  ) => {
    pdf.font(font).fontSize(size).fillColor(colour).text(toPrintable(text), x, y, { width, align, lineGap: 2 });
    return pdf.y;
  };
  const measure = (text: string, width: number, font = 'plain', size = 9) =>
    pdf.font(font).fontSize(size).heightOfString(toPrintable(text), { width, lineGap: 2 });
  /** Begins a page if a block does not fit below. */
  const reserve = (height: number) => {
    if (y + height <= bottom) return;
    pdf.addPage();
    y = MARGIN;
  };
  const rule = () => {
    pdf
      .moveTo(MARGIN, y)
      .lineTo(WIDTH - MARGIN, y)
      .lineWidth(0.75)
      .strokeColor(LINE)
      .stroke();
    y += 8;
  };
  /** Writes a label on the left and an amount on the right. */
  const row = (left: string, right: string, font = 'plain', size = 9) => {
    const width = INNER - AMOUNT - GUTTER;
    const height = Math.max(measure(left, width, font, size), measure(right, AMOUNT, font, size));
    reserve(height + 6);
    write(left, { width, font, size });
    write(right, { x: WIDTH - MARGIN - AMOUNT, width: AMOUNT, font, size, align: 'right' });
    y += height + 6;
  };

  y = write(title, { font: 'bold', size: 20 }) + 12;
  for (const [label, value] of facts) {
    write(label, { width: 150, colour: QUIET });
    y = write(value, { x: MARGIN + 160, width: INNER - 160 }) + 2;
  }
  y += 20;

  const top = y;
  const ends = parties.map(({ label, lines }, index) => {
    const x = MARGIN + index * (HALF + GUTTER);
    y = top;
    y = write(label, { x, width: HALF, colour: QUIET }) + 2;
    lines.forEach((text, at) => {
      y = write(text, { x, width: HALF, font: at === 0 ? 'bold' : 'plain' });
    });
    return y;
  });
  y = Math.max(...ends) + 28;

  row('Description', sums.length > 0 ? 'Net amount' : 'Amount', 'bold');
  rule();
  row(line.text, line.net);
  rule();
  for (const [label, value] of sums) row(label, value);
  row(...total, 'bold', 11);
  y += 20;
  for (const note of notes) {
    reserve(measure(note, INNER) + 6);
    y = write(note, {}) + 6;
  }

  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    // Text below the margin would begin a page.
    pdf.page.margins.bottom = 0;
    y = HEIGHT - MARGIN;
    write(`${title} ${number}`, { width: HALF, size: 8, colour: QUIET });
    const right = { x: MARGIN + HALF + GUTTER, width: HALF, size: 8, colour: QUIET, align: 'right' as const };
    write(`Page ${page + 1} of ${count}`, right);
  }
  pdf.end();
  return await bytes;
}

/** Style of a text. */
interface Style {
  x?: number;
  width?: number;
  font?: string;
  size?: number;
  colour?: string;
  align?: 'left' | 'right';
}
