import { deepEqual, equal, ok } from 'node:assert/strict';
import sharp from 'sharp';
import { generate } from '../../shared/contract/catalogue/qr-code.js';
import { readInput } from '../../shared/contract/input.js';
import { directContents, directTypes } from '../../shared/contract/qr-content/contents.js';
import { paymentContents, paymentSchemes } from '../../shared/contract/qr-content/payments.js';
import { decodePixels, readsWithJsQr, readsWithZbar, readsWithZxing } from '../../test/helpers/decoders.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import { encodeContent } from '../lib/qr-content/encode-content.js';
import handler from './generate.js';

/** The example of every type, and of every scheme of payments. */
const examples = [
  ...directTypes.flatMap((type) =>
    type === 'payment' ? [] : [{ type, content: createExampleReader(directContents[type]) }],
  ),
  ...paymentSchemes.map((scheme) => ({
    type: 'payment' as const,
    content: createExampleReader(paymentContents[scheme]),
  })),
];

function createExampleReader(schema: object): object {
  const { examples: [example] = [] }: { examples?: readonly unknown[] } = schema;
  ok(typeof example === 'object' && example !== null);
  return example;
}

const [sepa, swiss] = ['sepa', 'swiss'].map((scheme) =>
  examples.find(({ content }) => Object(content).scheme === scheme),
);

const bytesOf = ({ data_base64 }: { data_base64: string | null }) => Buffer.from(data_base64 ?? '', 'base64');

/** Texts that three independent decoders read in an image. */
async function decodeThrice(file: Buffer): Promise<(string | undefined)[]> {
  const pixels = await decodePixels(file);
  return [readsWithJsQr(pixels), await readsWithZxing(pixels), await readsWithZbar(pixels)];
}

/** Fields that a request is refused for. */
async function refusedFields(request: object): Promise<string[]> {
  try {
    await runHandler(handler, request);
    return [];
  } catch (error) {
    return Object(error).problems.map(({ param }: { param: string }) => param);
  }
}

describe('contents of QR codes', () => {
  for (const { type, content } of examples) {
    const name = `${type} ${Object(content).scheme ?? ''}`.trim();
    it(`${name}: the example is accepted, and three decoders read it`, async () => {
      const answer = await runHandler(handler, { type, content, image_format: 'PNG', image_width: 400 });
      const { text } = encodeContent(type, content);
      deepEqual([answer.meta.type, answer.meta.encoded_text, answer.scan_url], [type, text, null]);
      deepEqual(await decodeThrice(bytesOf(answer)), [text, text, text]);
    });
  }

  it('are required, and may be as long as a code', async () => {
    deepEqual(await refusedFields({ type: 'sms' }), ['content']);
    deepEqual(await refusedFields({ type: 'sms', content: 'text' }), ['content']);
    const body = '漢'.repeat(1_000);
    deepEqual(await refusedFields({ type: 'email', content: { to: 'a@example.com', body } }), ['content']);
  });

  it('do not change the types of text', () => {
    const { type, qr_code_text } = readInput(generate, { qr_code_text: 'tel:1', content: { number: '1' } });
    deepEqual([type, qr_code_text], ['text', 'tel:1']);
  });
});

describe('a SEPA code', () => {
  it('may have colours, and no logo', async () => {
    equal((await runHandler(handler, { ...sepa, foreground_color: '#1a237e' })).meta.type, 'payment');
    deepEqual(await refusedFields({ ...sepa, qr_code_logo: 'scan-me' }), ['qr_code_logo']);
  });
});

describe('a Swiss QR code', () => {
  const render = async (request: object) => bytesOf(await runHandler(handler, { ...swiss, ...request }));

  it('is 46 mm wide with 5 mm around it in SVG and PDF', async () => {
    const svg = String(await render({ image_format: 'SVG', image_width: 3_000 }));
    ok(svg.includes('width="56mm" height="56mm"'));
    const [, across = '', modules = ''] =
      /viewBox="0 0 (\S+) \S+".*?M(\S+) \S+h/.exec(svg.replace(/<path fill="#ffffff"[^>]*>/, '')) ?? [];
    equal((Number(modules) / Number(across)) * 56 >= 5, true);
    const pdf = String(await render({ image_format: 'PDF' }));
    ok(pdf.includes(`/MediaBox [0 0 ${((56 / 25.4) * 72).toFixed(3)}`));
  });

  it('is 46 mm wide at the resolution of a PNG, with whole pixels, and the cross of 7 mm in the middle', async () => {
    for (const image_width of [400, 1_000]) {
      const png = await render({ image_format: 'PNG', image_width });
      const { data, width } = await decodePixels(png);
      equal(width, image_width);
      const isDark = (x: number, y: number) => (data[(Math.round(y) * width + Math.round(x)) * 4] ?? 255) < 128;
      const columns = Array.from({ length: width }, (_, x) => x).filter((x) =>
        Array.from({ length: width }, (_, y) => y).some((y) => isDark(x, y)),
      );
      const [left = 0, right = 0] = [columns[0], columns.at(-1)];
      const code = right - left + 1;
      const { density = 0 } = await sharp(png).metadata();
      const mm = code / 46;
      ok(Math.abs(density / 25.4 - mm) < 0.02, `${density} per inch, ${mm} per mm`);
      ok(left / mm >= 4.99, 'less than 5 mm of white');
      const middle = left + code / 2 - 0.5;
      ok(!isDark(middle, middle), 'the cross is white');
      ok(isDark(middle - 2.5 * mm, middle - 2.5 * mm), 'on black');
      ok(!isDark(middle - 3.25 * mm, middle), 'within a white border');
      ok(!isDark(middle + 1.7 * mm, middle) && isDark(middle + 2.2 * mm, middle), 'arms of 3.9 mm');
    }
  });

  it('is black on white without decoration, in a format for print: all that contradicts is refused', async () => {
    const look = {
      ...{ foreground_color: '#1a237e', background_color: 'transparent', body_style: 'dot', eye_style: 'circle' },
      ...{ frame_name: 'badge', qr_code_logo: 'scan-me', eye1_inner_color: '#000' },
    };
    deepEqual(await refusedFields({ ...swiss, ...look }), [
      ...['foreground_color', 'background_color', 'body_style', 'eye_style', 'eye1_inner_color'],
      ...['qr_code_logo', 'frame_name'],
    ]);
    deepEqual(await refusedFields({ ...swiss, image_format: 'JPG' }), ['image_format']);
    deepEqual(await refusedFields({ ...swiss, foreground_color: '#000', background_color: '#fff' }), []);
    deepEqual(await refusedFields({ ...swiss, image_format: 'PNG', image_width: 120 }), ['image_width']);
  });
});
