import { deepEqual, throws } from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileResponse } from 'utility-api-client';
import { catalogueEndpoints, catalogueRoutes } from 'utility-api-client/catalogue';
import { saveFile, withFormat } from '../src/save-file.js';

const findFields = (name: string) =>
  [
    ...catalogueEndpoints.map(({ id, fields }) => [id, fields] as const),
    ...catalogueRoutes.map((route) => [route.name, route.fields] as const),
  ].find(([one]) => one === name)?.[1] ?? [];

describe('saving a file', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'cli-save-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('requests the format of its name, in any letter case', () => {
    const qr = findFields('qr-code/generate');
    for (const [name, format] of [
      ['a.svg', 'SVG'],
      ['a.PNG', 'PNG'],
      ['a.jpeg', 'JPG'],
      ['a.webp', 'WEBP'],
      ['a.pdf', 'PDF'],
    ] as const) {
      const file = join(folder, name);
      deepEqual(withFormat(qr, { qr_code_text: 'x' }, file), {
        qr_code_text: 'x',
        image_format: format,
        include_bytes: true,
      });
    }
    deepEqual(withFormat(qr, {}, join(folder, 'plain')), { include_bytes: true });
    deepEqual(withFormat(findFields('batchResults'), {}, join(folder, 'a.csv')), { format: 'csv' });
    deepEqual(withFormat(findFields('invoicePdf'), {}, join(folder, 'a.pdf')), {});
  });

  it('refuses a format that the operation cannot produce, another than the one requested, and a missing folder', () => {
    const qr = findFields('qr-code/generate');
    throws(() => withFormat(qr, {}, join(folder, 'a.gif')), /Use one of \.svg, \.png, \.jpg, \.webp, \.pdf/);
    throws(() => withFormat(findFields('batchResults'), {}, join(folder, 'a.xml')), /Use one of \.jsonl, \.csv, \.zip/);
    throws(() => withFormat(qr, { image_format: 'PNG' }, join(folder, 'a.svg')), /Leave one of them out/);
    deepEqual(withFormat(qr, { image_format: 'png' }, join(folder, 'a.png')).image_format, 'PNG');
    throws(() => withFormat(qr, {}, join(folder, 'none/a.svg')), /Create it first/);
    throws(() => withFormat(qr, {}, folder), /is a folder/);
  });

  it('adds no extension to a name that leads to another folder or steers a terminal', async () => {
    const file = join(folder, 'safe.svg');
    mkdirSync(`${file}.`);
    const picture = { data_base64: Buffer.from('<svg/>').toString('base64') };
    for (const ext of ['/../stolen', '..\\x', 'png\u001b[2J', 1]) {
      deepEqual(Reflect.get(await saveFile({ ...picture, ext }, file), 'file'), file);
    }
    deepEqual(existsSync(join(folder, 'stolen')), false);
  });

  it('saves one document of those that an endpoint renders', async () => {
    const file = join(folder, 'invoice.xml');
    const vat = findFields('vat');
    throws(() => withFormat(vat, {}, file), /Add --formats ubl or --formats factur-x/);
    throws(() => withFormat(vat, { formats: ['ubl'] }, join(folder, 'invoice.pdf')), /Use \.xml/);
    deepEqual(withFormat(vat, { formats: ['json', 'ubl'] }, file), { formats: ['json', 'ubl'] });
    const document = { format: 'ubl', filename: '7.xml', mime: 'application/xml' };
    const response = { totals: {}, documents: [{ ...document, content: '<Invoice/>' }] };
    deepEqual(await saveFile(response, file), { file, totals: {}, documents: [document] });
    deepEqual(readFileSync(file, 'utf8'), '<Invoice/>');
  });

  it('writes what the response says, also over an existing file', async () => {
    const file = join(folder, 'a.png');
    writeFileSync(file, 'before');
    const image = { ext: 'png', width: 5, data_base64: Buffer.from('pixels').toString('base64') };
    deepEqual(await saveFile(image, file), { file, ext: 'png', width: 5 });
    deepEqual(readFileSync(file, 'utf8'), 'pixels');
    const svg = { ext: 'svg', data_base64: Buffer.from('<svg/>').toString('base64') };
    deepEqual(await saveFile(svg, file), { file: `${file}.svg`, ext: 'svg' });
    deepEqual([readFileSync(file, 'utf8'), readFileSync(`${file}.svg`, 'utf8')], ['pixels', '<svg/>']);
    const pdf = new FileResponse(new Blob(['%PDF'], { type: 'application/pdf' }), undefined);
    deepEqual(await saveFile(pdf, join(folder, 'i.pdf')), {
      file: join(folder, 'i.pdf'),
      type: 'application/pdf',
      bytes: 4,
    });
  });
});
