import { parseArgs } from 'node:util';
import QRCode from 'qrcode';
import { generate } from '../shared/contract/catalogue/qr-code.js';
import { readInput } from '../shared/contract/input.js';
import { makeCall } from '../test/helpers/run-handler.js';
import { makeImage } from '../workers/lib/qr/make-image.js';

/**
 * Compares the images of the platform with the PNG of the `qrcode` library, for the same text at 500 pixels, interleaved in one process;
 * then measures the memory of the process over many images.
 *
 * usage: node dist/bench/qr.js [--rounds 60] [--renders 10000]
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '60' }, renders: { type: 'string', default: '10000' } },
});

const TEXT = 'https://example.com/menu?table=12&lang=en';
// A run of many images has no deadline.
const call = makeCall({ account: 'bench', signal: new AbortController().signal });

const render = (fields: object) => {
  const request = readInput(generate, { qr_code_text: TEXT, image_format: 'PNG', image_width: 500, ...fields });
  return () => makeImage({ text: TEXT, type: 'url', scanUrl: TEXT, page: null }, request, call);
};

const styled = {
  ...{ body_style: 'dot', eye_style: 'circle', eye1_outer_color: '#c2185b', foreground_color: '#1a237e' },
  ...{ qr_code_logo: 'scan-me', frame_name: 'ribbon-tag', frame_text: 'View our menu', frame_icon_name: 'cup-hot' },
};

const contenders = {
  "qrcode's own PNG": () => QRCode.toBuffer(TEXT, { width: 500, errorCorrectionLevel: 'M' }),
  'plain PNG': render({}),
  'plain JPG': render({ image_format: 'JPG' }),
  'plain SVG': render({ image_format: 'SVG' }),
  'fully styled PNG': render(styled),
  'fully styled JPG': render({ ...styled, image_format: 'JPG' }),
  'fully styled SVG': render({ ...styled, image_format: 'SVG' }),
};

const times = new Map<string, number[]>(Object.keys(contenders).map((name) => [name, []]));
for (let round = -5; round < Number(values.rounds); round++) {
  for (const [name, make] of Object.entries(contenders)) {
    const started = performance.now();
    await make();
    if (round >= 0) times.get(name)?.push(performance.now() - started);
  }
}

const median = (list: number[] = []) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
const rival = median(times.get("qrcode's own PNG"));
console.log(`median of ${values.rounds} rounds, 500 pixels, ${TEXT.length} characters`);
for (const [name, list] of times) {
  const time = median(list);
  console.log(`${name.padEnd(18)} ${time.toFixed(2).padStart(7)} ms  ${(time / rival).toFixed(2)} ×`);
}

const megabytes = () => Math.round(process.memoryUsage().rss / 1024 / 1024);
const renders = Number(values.renders);
const mixPixels = [
  render({}),
  render(styled),
  render({ image_format: 'JPG' }),
  render({ ...styled, image_format: 'SVG' }),
];
for (let done = 0; done <= renders; done++) {
  if (done % Math.max(1, Math.floor(renders / 10)) === 0) console.log(`${done} images: ${megabytes()} MB`);
  await mixPixels[done % mixPixels.length]?.();
}
